-- Since when each of a user's tags is there or gone; null for a row whose tags are still bits in `tags`.
ALTER TABLE tagged_user
  ADD COLUMN marks MEDIUMBLOB NULL,
  MODIFY COLUMN tags VARBINARY(8192) NOT NULL DEFAULT '';

-- How far each partition of user-tag-changes is applied. Topics go by id: one made anew begins at 0 again.
CREATE TABLE topic_progress (
  topic       VARBINARY(32) NOT NULL,
  part        INT           NOT NULL,
  next_offset BIGINT        NOT NULL,
  PRIMARY KEY (topic, part)
);

DROP TABLE applied_event;
