-- Recoveries are runs now. Of those under way nothing is kept: what Redis lost is found again, and rebuilt.
DROP TABLE recovery_promotion;
DROP TABLE recovery;

CREATE TABLE recovery_promotion (
  run_id           BIGINT       NOT NULL,
  promotion_id     BIGINT       NOT NULL,
  -- 1 until it is finished, then null: a promotion is in one recovery at a time.
  unfinished       TINYINT      NULL,
  -- When it was closed and emptied, and the rebuild's fence in Redis.
  closed_at        BIGINT       NULL,
  fence            BIGINT       NOT NULL DEFAULT 0,
  -- Where the ledger's topic ended once nothing was under way any more.
  ledger_partition INT          NULL,
  ledger_end       BIGINT       NULL,
  tries            INT          NOT NULL DEFAULT 0,
  failure          VARCHAR(100) NULL,
  finished_at      BIGINT       NULL,
  PRIMARY KEY (run_id, promotion_id),
  UNIQUE KEY one_at_a_time (promotion_id, unfinished),
  KEY under_way (unfinished, run_id),
  FOREIGN KEY (run_id) REFERENCES run (id) ON DELETE CASCADE
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
