-- Long work: what was asked for, how far it is, and who works on it: docs/long-work.md. Times are epoch milliseconds of the
-- database's own clock. Some services had the same two tables before, by a migration of their own.
CREATE TABLE IF NOT EXISTS run (
  id          BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
  kind        VARCHAR(40)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- What it is about, for lists; empty if they need nothing.
  subject     VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  -- Of those with the same key one is open at most; null once it is over, or if it may run beside others.
  open_key    VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  state       VARCHAR(10)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- Not over, or over and not cleared yet.
  pending     BOOLEAN      NOT NULL,
  -- JSON
  request     MEDIUMTEXT   CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  progress    MEDIUMTEXT   CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  failure     VARCHAR(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  created_at  BIGINT       NOT NULL,
  started_at  BIGINT       NULL,
  finished_at BIGINT       NULL,
  updated_at  BIGINT       NOT NULL,
  -- Nobody works on it before.
  not_before  BIGINT       NOT NULL,
  -- How often it was taken since it last came further.
  tries       INT          NOT NULL,
  -- Who works on it, by which right, and until when nobody else may take it.
  owner       CHAR(36)     CHARACTER SET ascii COLLATE ascii_bin NULL,
  fence       BIGINT       NOT NULL,
  lease_until BIGINT       NOT NULL,
  UNIQUE KEY run_open (kind, open_key),
  KEY run_pending (kind, pending, id),
  KEY run_by_kind (kind, id),
  KEY run_by_subject (kind, subject, id)
);

-- The first things that a run found, JSON each, in order.
CREATE TABLE IF NOT EXISTS run_finding (
  id      BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  run_id  BIGINT NOT NULL,
  finding TEXT   CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  KEY run_finding_of (run_id, id),
  FOREIGN KEY (run_id) REFERENCES run (id) ON DELETE CASCADE
);
