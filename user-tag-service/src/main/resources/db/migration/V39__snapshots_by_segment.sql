ALTER TABLE segment_snapshot ADD KEY segment_snapshot_open (segment, until_day, tag);
ALTER TABLE unsettled_mark ADD KEY unsettled_mark_of_tag (tag, write_id);
