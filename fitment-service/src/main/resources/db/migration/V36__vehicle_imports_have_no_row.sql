-- An import's number says when it began. Lines of before have numbers that would count as abandoned long ago.
DELETE FROM vehicle_import_line;
DROP TABLE vehicle_import;
