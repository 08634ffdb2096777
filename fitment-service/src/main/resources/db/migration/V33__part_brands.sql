-- Two brands with one number are two parts. Without a brand: of any brand that has no row of its own.
ALTER TABLE part_number
  ADD COLUMN brand VARCHAR(16) NOT NULL DEFAULT '' AFTER part_number,
  DROP PRIMARY KEY,
  ADD PRIMARY KEY (part_number, brand);
