-- The latest clicks of a partition, eight bytes of each: one that comes again, under its id, counts once.
ALTER TABLE click_progress ADD COLUMN latest VARBINARY(8000) NOT NULL DEFAULT '';
