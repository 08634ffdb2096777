-- Ids compare byte by byte (VARBINARY): no case folding, no trailing-space folding.

-- Last number given out, and the segment size. Locked while numbers are given out, so they are dense.
CREATE TABLE counter (
  name  VARBINARY(32) NOT NULL PRIMARY KEY,
  value BIGINT        NOT NULL
);
INSERT INTO counter (name, value) VALUES ('user', 0), ('tag', 0);

-- A number is never given out twice: a tag made anew under an old name is a new tag.
CREATE TABLE tag (
  number      INT           NOT NULL PRIMARY KEY,
  name        VARBINARY(64) NOT NULL UNIQUE,
  description VARCHAR(1000) CHARACTER SET utf8mb4 NOT NULL
);

-- Deleted tags whose marks are still to be cleared.
CREATE TABLE removed_tag (
  number INT NOT NULL PRIMARY KEY
);

-- The truth about users and their tags; Redis can be made anew from it.
-- tags: bit n (most significant bit of the first byte is bit 0) says that the user has tag n.
CREATE TABLE tagged_user (
  ordinal BIGINT          NOT NULL PRIMARY KEY,
  user_id VARBINARY(256)  NOT NULL UNIQUE,
  tags    VARBINARY(8192) NOT NULL
);

-- Marks that are in tagged_user, and perhaps not yet in Redis.
CREATE TABLE unsettled_mark (
  write_id BIGINT      NOT NULL,
  ordinal  BIGINT      NOT NULL,
  tag      INT         NOT NULL,
  since    BIGINT      NOT NULL, -- epoch milliseconds
  PRIMARY KEY (write_id, ordinal, tag),
  KEY unsettled_mark_since (since)
);

-- Events that were applied, by a digest of their id; forgotten after some days.
CREATE TABLE applied_event (
  digest     BINARY(16) NOT NULL PRIMARY KEY,
  applied_at BIGINT     NOT NULL, -- epoch milliseconds
  KEY applied_event_at (applied_at)
);

-- Imports and how far they are.
CREATE TABLE tag_import (
  id             CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  tag            INT           NOT NULL,
  tag_name       VARBINARY(64) NOT NULL,
  state          VARCHAR(16)   NOT NULL,
  -- Whose disk has the file.
  spool          CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  lines_read     BIGINT        NOT NULL,
  users_tagged   BIGINT        NOT NULL,
  lines_rejected BIGINT        NOT NULL,
  KEY tag_import_by_spool (spool, state)
);

-- The first rejected lines of each import.
CREATE TABLE rejected_line (
  import_id CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  line      BIGINT       NOT NULL,
  reason    VARCHAR(100) NOT NULL,
  PRIMARY KEY (import_id, line)
);
