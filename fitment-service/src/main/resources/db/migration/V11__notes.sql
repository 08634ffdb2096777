-- What to look at where a SKU fits.
CREATE TABLE sku_note (
  sku_id BIGINT NOT NULL,
  note INT NOT NULL,
  position VARCHAR(100) NOT NULL,
  part_type VARCHAR(100) NOT NULL,
  quantity INT NULL,
  note_text VARCHAR(2000) NOT NULL,
  PRIMARY KEY (sku_id, note)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The vehicles that a note is about, by their offsets.
CREATE TABLE sku_note_range (
  sku_id BIGINT NOT NULL,
  first_offset INT NOT NULL,
  last_offset INT NOT NULL,
  note INT NOT NULL,
  PRIMARY KEY (sku_id, note, first_offset)
);
