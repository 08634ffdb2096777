-- Rebuilding Redis from the ledger: how far it is, and who works on it. Times are epoch milliseconds.

CREATE TABLE recovery (
  id           BIGINT      NOT NULL AUTO_INCREMENT PRIMARY KEY,
  automatic    BOOLEAN     NOT NULL,
  started_at   BIGINT      NOT NULL,
  finished_at  BIGINT      NULL,
  promotions   INT         NOT NULL,
  done         INT         NOT NULL DEFAULT 0,
  failed       INT         NOT NULL DEFAULT 0,
  rows_read    BIGINT      NOT NULL DEFAULT 0,
  waiting_for  VARCHAR(20) NULL,
  -- How often another instance went on with it.
  takeovers    INT         NOT NULL DEFAULT 0,
  owner        VARCHAR(36) NULL,
  leased_until BIGINT      NOT NULL DEFAULT 0,
  KEY unfinished (finished_at, id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE recovery_promotion (
  recovery_id  BIGINT       NOT NULL,
  promotion_id BIGINT       NOT NULL,
  -- 1 until it is finished, then null: a promotion is in one recovery at a time.
  unfinished   TINYINT      NULL,
  closed_at    BIGINT       NULL,
  tries        INT          NOT NULL DEFAULT 0,
  failure      VARCHAR(100) NULL,
  finished_at  BIGINT       NULL,
  PRIMARY KEY (recovery_id, promotion_id),
  UNIQUE KEY one_at_a_time (promotion_id, unfinished)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Whoever starts a recovery holds this row, so that two at once do not both take a promotion.
CREATE TABLE recovery_start (
  id TINYINT NOT NULL PRIMARY KEY
);
INSERT INTO recovery_start VALUES (1);
