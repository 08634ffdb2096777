-- The latest complete export to HBase, in one row: its number, and the time in epoch milliseconds up to which all rows
-- have what arrived.
CREATE TABLE completed_export (
  id           TINYINT NOT NULL PRIMARY KEY,
  number       BIGINT  NOT NULL,
  watermark    BIGINT  NOT NULL,
  completed_at BIGINT  NOT NULL
);

-- A deletion takes the other SKUs of its SKU's group with it: SPU, MAIN_SKU, or SKU for none.
ALTER TABLE deleted_view
  ADD COLUMN group_kind VARCHAR(8) NOT NULL DEFAULT 'SKU',
  ADD COLUMN group_id   BIGINT     NOT NULL DEFAULT 0;

-- Offsets in the SKU's partition of product-changes: of the newest version, and of the latest record without value.
ALTER TABLE product
  ADD COLUMN kind      VARCHAR(20) NULL,
  ADD COLUMN position  BIGINT      NOT NULL DEFAULT -1,
  ADD COLUMN tombstone BIGINT      NOT NULL DEFAULT -1;
