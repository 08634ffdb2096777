CREATE TABLE fitment_import (
  id CHAR(32) NOT NULL PRIMARY KEY,
  state VARCHAR(16) NOT NULL,
  lines_read BIGINT NOT NULL,
  skus_written BIGINT NOT NULL,
  pairs_written BIGINT NOT NULL,
  lines_rejected BIGINT NOT NULL
);

CREATE TABLE fitment_import_rejection (
  import_id CHAR(32) NOT NULL,
  line BIGINT NOT NULL,
  reason VARCHAR(500) NOT NULL,
  PRIMARY KEY (import_id, line)
);
