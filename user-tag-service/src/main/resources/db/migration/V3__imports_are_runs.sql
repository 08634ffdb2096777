-- Imports are runs now. Those that were not over have to be sent again: giving a tag twice does no harm.
DROP TABLE rejected_line;
DROP TABLE tag_import;
