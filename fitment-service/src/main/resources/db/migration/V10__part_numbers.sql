-- What a manufacturer's part number is sold as.
CREATE TABLE part_number (
  part_number VARCHAR(64) NOT NULL PRIMARY KEY,
  sku_id BIGINT NOT NULL,
  kind VARCHAR(4) NOT NULL,
  spu_id BIGINT NULL,
  main_sku_id BIGINT NULL,
  vendor_id BIGINT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What the industry's vehicle table calls one vehicle may be several here.
CREATE TABLE base_vehicle (
  base_vehicle_id INT NOT NULL,
  vehicle_id INT NOT NULL,
  PRIMARY KEY (base_vehicle_id, vehicle_id)
);

-- Applications of imports under way: those of one SKU may stand anywhere in a file.
CREATE TABLE aces_app (
  import_id CHAR(32) NOT NULL,
  sku_id BIGINT NOT NULL,
  app BIGINT NOT NULL,
  kind VARCHAR(4) NOT NULL,
  spu_id BIGINT NULL,
  main_sku_id BIGINT NULL,
  vendor_id BIGINT NULL,
  -- Four bytes each, the highest first.
  vehicle_offsets MEDIUMBLOB NOT NULL,
  position VARCHAR(100) NOT NULL,
  part_type VARCHAR(100) NOT NULL,
  quantity INT NULL,
  note VARCHAR(2000) NOT NULL,
  PRIMARY KEY (import_id, sku_id, app)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
