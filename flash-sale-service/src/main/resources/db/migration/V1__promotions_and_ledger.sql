-- Times are epoch milliseconds. Order ids are case-sensitive.

CREATE TABLE promotion (
  promotion_id            BIGINT         NOT NULL PRIMARY KEY,
  sku_id                  BIGINT         NOT NULL,
  quota                   INT            NOT NULL,
  starts_at               BIGINT         NOT NULL,
  ends_at                 BIGINT         NOT NULL,
  price_kind              VARCHAR(8)     NOT NULL,
  list_price              DECIMAL(12, 2) NOT NULL,
  amount                  DECIMAL(12, 2) NOT NULL,
  limit_per               VARCHAR(10)    NOT NULL,
  limit_max               INT            NOT NULL,
  rate_max                INT            NOT NULL,
  rate_window_seconds     INT            NOT NULL,
  payment_timeout_seconds INT            NOT NULL,
  buckets                 INT            NOT NULL,
  created_at              BIGINT         NOT NULL,
  approved_at             BIGINT         NULL,
  stopped_at              BIGINT         NULL,
  announced_price         DECIMAL(12, 2) NULL,
  price_changes           INT            NOT NULL DEFAULT 0,
  end_announced_at        BIGINT         NULL,
  KEY by_end (end_announced_at, ends_at),
  KEY by_stop (end_announced_at, stopped_at)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Every entry once: an ambiguous send may reach the topic twice, and is one row.
CREATE TABLE grab_ledger (
  order_id     VARCHAR(64)  NOT NULL,
  promotion_id BIGINT       NOT NULL,
  attempt      BIGINT       NOT NULL,
  kind         VARCHAR(6)   NOT NULL,
  quantity     INT          NOT NULL,
  pin          VARCHAR(128) NOT NULL,
  ip           VARCHAR(45)  NOT NULL,
  reason       VARCHAR(16)  NULL,
  occurred_at  BIGINT       NOT NULL,
  PRIMARY KEY (order_id, promotion_id, attempt, kind),
  KEY by_promotion (promotion_id, kind, quantity)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What the ledger comes to, for each item of each order.
CREATE TABLE grab_item (
  order_id     VARCHAR(64)  NOT NULL,
  promotion_id BIGINT       NOT NULL,
  attempt      BIGINT       NOT NULL,
  status       VARCHAR(9)   NOT NULL,
  quantity     INT          NOT NULL,
  -- All of the order's items, promotion:quantity, where there are several.
  items        VARCHAR(600) NULL,
  remaining    INT          NULL,
  pin          VARCHAR(128) NOT NULL,
  ip           VARCHAR(45)  NOT NULL,
  reason       VARCHAR(16)  NULL,
  expires_at   BIGINT       NULL,
  PRIMARY KEY (order_id, promotion_id),
  KEY by_expiry (status, expires_at),
  KEY by_promotion (promotion_id, order_id, status, quantity)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Events that wait for Kafka, in the order in which they go.
CREATE TABLE outbox (
  id         BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
  topic      VARCHAR(100) NOT NULL,
  record_key VARCHAR(64)  NOT NULL,
  event      TEXT         NOT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- One row, which numbers the turns in which the ledger is written without Kafka.
CREATE TABLE ledger_turn (
  number BIGINT NOT NULL PRIMARY KEY
);

INSERT INTO ledger_turn (number) VALUES (1);
