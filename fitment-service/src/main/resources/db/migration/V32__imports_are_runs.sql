-- Imports are runs now. Those that were not over have to be sent again: each line replaces what is known of its SKU.
DROP TABLE fitment_import_rejection;
DROP TABLE fitment_import;
DELETE FROM aces_app;
