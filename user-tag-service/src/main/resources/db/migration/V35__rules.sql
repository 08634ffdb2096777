-- Tags that follow from other services' events.
CREATE TABLE tag_rule (
  name           VARBINARY(64)  NOT NULL PRIMARY KEY,
  -- Another one for each definition: counts of a former one do not count.
  id             BIGINT         NOT NULL AUTO_INCREMENT UNIQUE,
  tag            VARBINARY(64)  NOT NULL,
  topic          VARCHAR(32)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  conditions     TEXT           CHARACTER SET utf8mb4 NOT NULL, -- JSON
  at_least       INT            NOT NULL,
  within_seconds BIGINT         NULL,
  expires_after  BIGINT         NULL -- seconds
);

-- Of each user the newest events that a rule is about.
CREATE TABLE rule_count (
  rule       BIGINT         NOT NULL,
  user_id    VARBINARY(256) NOT NULL,
  events     VARBINARY(3200) NOT NULL, -- of each its time (epoch milliseconds) and a digest of its id, 8 bytes each, the newest first
  kept_until BIGINT         NOT NULL, -- epoch milliseconds
  due        BIGINT         NULL, -- the time of the event by which the user is to be given the tag
  PRIMARY KEY (rule, user_id),
  KEY rule_count_of_user (user_id),
  KEY rule_count_kept (kept_until),
  KEY rule_count_due (due)
);

INSERT INTO work_lease (name, owner, held_until) VALUES ('rules', 0, 0);
