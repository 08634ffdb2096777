-- Which instance does a kind of work at present.
CREATE TABLE work_lease (
  name       VARBINARY(32) NOT NULL PRIMARY KEY,
  owner      BIGINT        NOT NULL,
  held_until BIGINT        NOT NULL -- epoch milliseconds, by the database's clock
);
INSERT INTO work_lease (name, owner, held_until) VALUES ('expiry', 0, 0), ('audit', 0, 0);

-- Marks that end by themselves. A row counts as long as the mark is still the one that was made at changed_at.
CREATE TABLE tag_expiry (
  ordinal    BIGINT NOT NULL,
  tag        INT    NOT NULL,
  changed_at BIGINT NOT NULL, -- epoch milliseconds
  expires_at BIGINT NOT NULL, -- epoch milliseconds
  PRIMARY KEY (ordinal, tag),
  KEY tag_expiry_at (expires_at)
);

-- Who gave tags and took them.
CREATE TABLE tag_audit (
  id          BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
  tag         INT          NOT NULL,
  ordinal     BIGINT       NOT NULL,
  present     BOOLEAN      NOT NULL,
  changed_at  BIGINT       NOT NULL, -- epoch milliseconds, as of the mark
  recorded_at BIGINT       NOT NULL, -- epoch milliseconds
  made_by     VARCHAR(255) CHARACTER SET utf8mb4 NOT NULL,
  KEY tag_audit_of_tag (tag, changed_at, id),
  KEY tag_audit_of_user (ordinal, tag, changed_at, id),
  KEY tag_audit_recorded (recorded_at)
);
