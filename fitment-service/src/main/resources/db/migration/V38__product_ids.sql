-- What was said of a SKU's product, as it was said; null where nobody did, and in rows of before. The id of the group is group_id, whatever stands here.
ALTER TABLE sku
  ADD COLUMN spu_id BIGINT NULL,
  ADD COLUMN main_sku_id BIGINT NULL,
  ADD COLUMN given_vendor_id BIGINT NULL;
ALTER TABLE aces_app
  ADD COLUMN spu_id BIGINT NULL,
  ADD COLUMN main_sku_id BIGINT NULL,
  ADD COLUMN given_vendor_id BIGINT NULL;
