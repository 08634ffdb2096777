-- When users last paid for a SKU, in epoch milliseconds: of the events of flash sales.
CREATE TABLE paid_sku (
  user_id VARBINARY(512) NOT NULL,
  sku_id  BIGINT         NOT NULL,
  paid_at BIGINT         NOT NULL,
  PRIMARY KEY (user_id, sku_id),
  KEY by_time (paid_at)
);
