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

-- vendor_id: the merchant of a POP SKU, whose group it is part of; 0 for SELF, and where none was given.
CREATE TABLE sku (
  sku_id BIGINT NOT NULL,
  kind VARCHAR(4) NOT NULL,
  vendor_id BIGINT NOT NULL,
  group_id BIGINT NOT NULL,
  -- Where it stands in its group; null only within the transaction that adds it.
  place INT NULL,
  universal BOOLEAN NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (sku_id),
  UNIQUE KEY sku_by_place (kind, vendor_id, group_id, place),
  KEY sku_by_group (group_id, sku_id)
);

-- bits: a Roaring bitmap in its portable format.
CREATE TABLE sku_segment (
  sku_id BIGINT NOT NULL,
  segment SMALLINT NOT NULL,
  bits VARBINARY(8300) NOT NULL,
  PRIMARY KEY (sku_id, segment)
);

-- Some hundred places of a group, placed in Redis together. Whoever writes in a group locks its shelf 0.
CREATE TABLE shelf (
  kind VARCHAR(4) NOT NULL,
  vendor_id BIGINT NOT NULL,
  group_id BIGINT NOT NULL,
  shelf INT NOT NULL,
  revision BIGINT NOT NULL,
  -- Which cell wrote the revision; placed_revision and due_at are about that cell's Redis.
  cell VARCHAR(20) NOT NULL,
  placed_revision BIGINT NOT NULL,
  -- What the other cells were told, and since when (epoch milliseconds) there is more to tell them.
  published_revision BIGINT NOT NULL DEFAULT 0,
  unpublished_since BIGINT NULL,
  -- Which Redis cluster keeps it, and which one it was moved from and may still be on.
  cluster VARCHAR(30) NOT NULL,
  left_cluster VARCHAR(30) NULL,
  -- When Redis should have the revision, in epoch milliseconds; null if it has.
  due_at BIGINT NULL,
  PRIMARY KEY (kind, vendor_id, group_id, shelf),
  KEY shelf_by_due (due_at, cell),
  KEY shelf_by_unpublished (unpublished_since, cell)
);

-- The revision in which each segment of a shelf changed last; of all that ever had a vehicle.
CREATE TABLE shelf_segment (
  kind VARCHAR(4) NOT NULL,
  vendor_id BIGINT NOT NULL,
  group_id BIGINT NOT NULL,
  shelf INT NOT NULL,
  segment SMALLINT NOT NULL,
  revision BIGINT NOT NULL,
  PRIMARY KEY (kind, vendor_id, group_id, shelf, segment),
  KEY shelf_segment_by_group (group_id)
);

-- Shelves that SKUs left and on which a cell's Redis may still show them; mostly for milliseconds.
CREATE TABLE left_shelf (
  sku_id BIGINT NOT NULL,
  cell VARCHAR(20) NOT NULL,
  kind VARCHAR(4) NOT NULL,
  vendor_id BIGINT NOT NULL,
  group_id BIGINT NOT NULL,
  shelf INT NOT NULL,
  -- The shelf's first one without the SKU.
  revision BIGINT NOT NULL,
  PRIMARY KEY (sku_id, cell, kind, vendor_id, group_id, shelf),
  KEY left_shelf_by_shelf (kind, vendor_id, group_id, shelf)
);

-- The version of each SKU's product that was followed last, also of those that are deleted.
CREATE TABLE product (
  sku_id BIGINT NOT NULL PRIMARY KEY,
  version BIGINT NOT NULL,
  deleted BOOLEAN NOT NULL,
  -- How far its records were read: partition and offset of the last one, and the latest time (epoch milliseconds) of any.
  read_partition INT NOT NULL DEFAULT -1,
  read_offset BIGINT NOT NULL DEFAULT -1,
  read_time BIGINT NOT NULL DEFAULT -1
);
