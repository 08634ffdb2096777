-- Imports that replace the users of a tag, from when they begin to apply until they are cleared: what is older counts by what they say.
CREATE TABLE tag_replacement (
  tag    INT    NOT NULL,
  import BIGINT NOT NULL,
  since  BIGINT NOT NULL, -- epoch milliseconds
  PRIMARY KEY (tag, import)
);

-- replaced_at is that of the latest one, also while it is under way; this that of the latest one that has reached all users.
ALTER TABLE tag ADD COLUMN wholly_replaced_at BIGINT NOT NULL DEFAULT 0; -- epoch milliseconds
UPDATE tag SET wholly_replaced_at = replaced_at;
