-- One row: no SKU that was removed had a higher version. New ones begin above it, so that no SKU ever has one version
-- twice, however often it is removed and written again.
CREATE TABLE sku_version (
  id TINYINT NOT NULL PRIMARY KEY,
  removed BIGINT NOT NULL
);
INSERT INTO sku_version (id, removed) SELECT 1, COALESCE(MAX(version), 0) FROM sku;
