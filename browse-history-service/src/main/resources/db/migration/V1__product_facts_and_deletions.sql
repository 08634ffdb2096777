-- The catalogue's latest word on each SKU; an older version never replaces a newer one.
CREATE TABLE product (
  sku_id      BIGINT        NOT NULL PRIMARY KEY,
  spu_id      BIGINT        NULL,
  main_sku_id BIGINT        NULL,
  name        VARCHAR(500)  NULL,
  image_url   VARCHAR(2000) NULL,
  version     BIGINT        NOT NULL,
  deleted     BOOLEAN       NOT NULL
) DEFAULT CHARACTER SET utf8mb4;

-- What users took out of their history, in epoch milliseconds: the offline pipeline extracts both tables by time. User
-- ids are UTF-8 bytes, because no collation may hold two of them for one.
CREATE TABLE deleted_view (
  user_id    VARBINARY(512) NOT NULL,
  sku_id     BIGINT         NOT NULL,
  deleted_at BIGINT         NOT NULL,
  PRIMARY KEY (user_id, sku_id),
  KEY by_time (deleted_at)
);

CREATE TABLE cleared_history (
  user_id    VARBINARY(512) NOT NULL PRIMARY KEY,
  cleared_at BIGINT         NOT NULL,
  KEY by_time (cleared_at)
);
