-- An import's number says when it began. Lines of before have numbers that count as abandoned long ago: the next import takes them away.
DROP TABLE vehicle_import;
