-- What operators change of a promotion that is approved. Redis gets it by its version: a later one is never undone by an earlier one.
ALTER TABLE promotion
  ADD COLUMN paused_at     BIGINT NULL,
  ADD COLUMN terms_version BIGINT NOT NULL DEFAULT 0,
  -- The quota with which it was created, by which its orders are spread over hashes.
  ADD COLUMN opening_quota INT    NOT NULL DEFAULT 0,
  ADD KEY newest (created_at, promotion_id),
  ADD KEY of_sku (sku_id, created_at, promotion_id);
UPDATE promotion SET opening_quota = quota;

-- Units that were added, once for each key; a promotion's go with it.
CREATE TABLE promotion_top_up (
  promotion_id    BIGINT       NOT NULL,
  idempotency_key VARCHAR(100) NOT NULL,
  quantity        INT          NOT NULL,
  topped_up_at    BIGINT       NOT NULL,
  PRIMARY KEY (promotion_id, idempotency_key),
  FOREIGN KEY (promotion_id) REFERENCES promotion (promotion_id) ON DELETE CASCADE
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
