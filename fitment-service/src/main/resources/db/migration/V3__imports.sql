CREATE TABLE fitment_import (
  id CHAR(32) NOT NULL PRIMARY KEY,
  format VARCHAR(8) NOT NULL,
  dry_run BOOLEAN NOT NULL,
  state VARCHAR(16) NOT NULL,
  failure VARCHAR(500) NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  file_bytes BIGINT NOT NULL,
  -- How far it is; written in one transaction with what the counted records wrote.
  records_read BIGINT NOT NULL,
  lines_read BIGINT NOT NULL,
  bytes_read BIGINT NOT NULL,
  skus_written BIGINT NOT NULL,
  pairs_written BIGINT NOT NULL,
  records_rejected BIGINT NOT NULL,
  -- The file is read to its end; what is left to do stands in MySQL.
  staged BOOLEAN NOT NULL,
  -- Which instance works on it, and until when nobody else may.
  lease_owner CHAR(32) NOT NULL,
  lease_until BIGINT NOT NULL,
  KEY fitment_import_by_state (state, created_at),
  KEY fitment_import_by_age (created_at, id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE fitment_import_rejection (
  import_id CHAR(32) NOT NULL,
  record BIGINT NOT NULL,
  line BIGINT NOT NULL,
  reason VARCHAR(500) NOT NULL,
  PRIMARY KEY (import_id, record)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
