-- Only the storage report, which is gone, asked for the shelves of a group's id.
ALTER TABLE shelf_segment DROP INDEX shelf_segment_by_group;
