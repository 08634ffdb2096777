-- Hosts that operators vouch for, 10,000 at most, until they take them out.
CREATE TABLE allowed_hosts (
  host       VARCHAR(253) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  allowed_at BIGINT       NOT NULL,
  allowed_by VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL
);
