-- Codes are case-sensitive: every column that holds one compares bytes.
-- Times (*_at, *_until) are epoch milliseconds.

CREATE TABLE tiers (
  tier         TINYINT NOT NULL PRIMARY KEY,
  next_segment BIGINT  NOT NULL
);
INSERT INTO tiers (tier, next_segment) VALUES (5, 0), (6, 0), (7, 0);

-- One row for each segment that was ever opened.
CREATE TABLE segments (
  tier               TINYINT     NOT NULL,
  segment            BIGINT      NOT NULL,
  generation         INT         NOT NULL,
  state              VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  last_dispatched_at BIGINT      NOT NULL,
  run_id             CHAR(36)    CHARACTER SET ascii COLLATE ascii_bin NULL,
  PRIMARY KEY (tier, segment),
  KEY by_run (run_id)
);

-- Ranges that may be handed out: recycled and handed back ones, and what is left of a fresh segment.
CREATE TABLE pool (
  id         BIGINT  NOT NULL AUTO_INCREMENT PRIMARY KEY,
  tier       TINYINT NOT NULL,
  segment    BIGINT  NOT NULL,
  generation INT     NOT NULL,
  first_id   BIGINT  NOT NULL,
  last_id    BIGINT  NOT NULL,
  fresh      BOOLEAN NOT NULL,
  available  BOOLEAN NOT NULL DEFAULT TRUE,
  KEY by_turn (tier, available, fresh, id),
  KEY by_segment (tier, segment)
);

CREATE TABLE leases (
  epoch       BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
  lease_id    CHAR(36)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  client_id   VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  request_id  VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  tier        TINYINT      NOT NULL,
  wanted      INT          NOT NULL,
  expires_at  BIGINT       NOT NULL,
  released_at BIGINT       NULL,
  UNIQUE KEY by_lease (lease_id),
  UNIQUE KEY by_request (client_id, request_id)
);

-- Every range that was ever handed out, each within one segment; used has a bit for each id that was published.
CREATE TABLE dispatches (
  id            BIGINT         NOT NULL AUTO_INCREMENT PRIMARY KEY,
  epoch         BIGINT         NOT NULL,
  tier          TINYINT        NOT NULL,
  segment       BIGINT         NOT NULL,
  generation    INT            NOT NULL,
  first_id      BIGINT         NOT NULL,
  last_id       BIGINT         NOT NULL,
  used          VARBINARY(125) NOT NULL,
  dispatched_at BIGINT         NOT NULL,
  dispatched_on DATE           NOT NULL,
  ended_at      BIGINT         NULL,
  KEY by_lease (epoch),
  KEY by_segment (tier, segment, generation),
  KEY by_day (tier, dispatched_on)
);

CREATE TABLE slugs (
  slug       VARCHAR(32)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  created_by VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  created_at BIGINT       NOT NULL,
  published  BOOLEAN      NOT NULL DEFAULT FALSE
);

CREATE TABLE recycling_runs (
  id               CHAR(36)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  tier             TINYINT      NOT NULL,
  dispatched_on    DATE         NULL,
  state            VARCHAR(12)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reason           VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  next_segment     BIGINT       NOT NULL DEFAULT 0,
  segments_checked BIGINT       NOT NULL DEFAULT 0,
  idle             BIGINT       NOT NULL DEFAULT 0,
  live             BIGINT       NOT NULL DEFAULT 0,
  recycled         BIGINT       NOT NULL DEFAULT 0,
  rescued          BIGINT       NOT NULL DEFAULT 0,
  created_at       BIGINT       NOT NULL,
  quarantine_until BIGINT       NULL,
  finished_at      BIGINT       NULL,
  worker           VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
  claimed_until    BIGINT       NOT NULL DEFAULT 0,
  KEY by_state (state, created_at)
);

CREATE TABLE click_counts (
  code            VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  generation      INT         NOT NULL,
  clicks          BIGINT      NOT NULL,
  last_clicked_at BIGINT      NOT NULL,
  PRIMARY KEY (code, generation)
);

-- How far each partition was counted, written together with the counts: a record delivered twice counts once.
CREATE TABLE click_progress (
  topic           VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  topic_partition INT          NOT NULL,
  next_offset     BIGINT       NOT NULL,
  PRIMARY KEY (topic, topic_partition)
);
