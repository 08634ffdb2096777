CREATE TABLE vehicle (
  vehicle_id INT NOT NULL,
  vehicle_offset INT NOT NULL,
  make VARCHAR(100) NOT NULL,
  model VARCHAR(100) NOT NULL,
  model_year SMALLINT NOT NULL,
  trim_name VARCHAR(100) NOT NULL,
  PRIMARY KEY (vehicle_id),
  UNIQUE KEY vehicle_by_offset (vehicle_offset),
  KEY vehicle_by_model (make, model, model_year, vehicle_offset)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- One row; whoever assigns offsets locks it.
CREATE TABLE vehicle_offset_counter (
  id TINYINT NOT NULL PRIMARY KEY,
  last_offset INT NOT NULL
);
INSERT INTO vehicle_offset_counter (id, last_offset) VALUES (1, 0);

CREATE TABLE vehicle_import (
  import_id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  started_at BIGINT NOT NULL
);

-- Lines of imports under way, so that a file of any size is given offsets in its sorted order.
CREATE TABLE vehicle_import_line (
  import_id BIGINT NOT NULL,
  vehicle_id INT NOT NULL,
  make VARCHAR(100) NOT NULL,
  model VARCHAR(100) NOT NULL,
  model_year SMALLINT NOT NULL,
  trim_name VARCHAR(100) NOT NULL,
  PRIMARY KEY (import_id, vehicle_id),
  KEY vehicle_import_line_sorted (import_id, make, model, model_year, trim_name, vehicle_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE sku (
  sku_id BIGINT NOT NULL,
  kind VARCHAR(4) NOT NULL,
  group_id BIGINT NOT NULL,
  spu_id BIGINT NULL,
  main_sku_id BIGINT NULL,
  vendor_id BIGINT NULL,
  universal BOOLEAN NOT NULL,
  version BIGINT NOT NULL,
  -- One more than the highest segment that any version had: what Redis may hold of it.
  segment_span SMALLINT NOT NULL,
  PRIMARY KEY (sku_id),
  KEY sku_by_group (group_id, sku_id)
);

CREATE TABLE sku_segment (
  sku_id BIGINT NOT NULL,
  segment SMALLINT NOT NULL,
  bits VARBINARY(6250) NOT NULL,
  PRIMARY KEY (sku_id, segment)
);

-- What Redis still has to be told: a SKU's group of now, and groups that it left.
CREATE TABLE sku_unplaced (
  sku_id BIGINT NOT NULL,
  kind VARCHAR(4) NOT NULL,
  group_id BIGINT NOT NULL,
  vendor_id BIGINT NOT NULL,
  version BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  PRIMARY KEY (sku_id, kind, group_id, vendor_id),
  KEY sku_unplaced_due (due_at)
);
