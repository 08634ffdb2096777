-- What imports ask for, sorted: of each segment and tag which users, by their places in it. Gone when the import is cleared.
CREATE TABLE import_entry (
  import   BIGINT     NOT NULL,
  segment  INT        NOT NULL,
  tag      INT        NOT NULL,
  part     BIGINT     NOT NULL, -- of the file: the lines before it
  encoding TINYINT    NOT NULL,
  users    MEDIUMBLOB NOT NULL,
  PRIMARY KEY (import, segment, tag, part)
);

-- Whoever an import replaced lacks the tag since then: what is older, and comes later, counts for nobody.
ALTER TABLE tag ADD COLUMN replaced_at BIGINT NOT NULL DEFAULT 0; -- epoch milliseconds
