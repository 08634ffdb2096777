ALTER TABLE aces_app ADD COLUMN group_id BIGINT NOT NULL DEFAULT 0 AFTER vendor_id;
UPDATE aces_app
  SET group_id = IF(kind = 'POP', spu_id, main_sku_id), vendor_id = IF(kind = 'POP', COALESCE(vendor_id, 0), 0);
ALTER TABLE aces_app
  DROP COLUMN spu_id,
  DROP COLUMN main_sku_id,
  ALTER COLUMN group_id DROP DEFAULT,
  MODIFY COLUMN vendor_id BIGINT NOT NULL;
