-- What was counted last, by model; numbered in the order of make and model.
CREATE TABLE model_coverage (
  model_number INT NOT NULL PRIMARY KEY,
  make VARCHAR(100) NOT NULL,
  model VARCHAR(100) NOT NULL,
  vehicles INT NOT NULL,
  vehicles_with_skus INT NOT NULL,
  skus BIGINT NOT NULL,
  KEY model_coverage_by_name (make, model)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- One row: the last count, and until when one is under way.
CREATE TABLE coverage_count (
  id TINYINT NOT NULL PRIMARY KEY,
  counted_at BIGINT NOT NULL,
  universal_skus BIGINT NOT NULL,
  busy_until BIGINT NOT NULL
);
INSERT INTO coverage_count (id, counted_at, universal_skus, busy_until) VALUES (1, 0, 0, 0);
