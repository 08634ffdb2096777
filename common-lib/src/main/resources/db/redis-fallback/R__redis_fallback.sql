-- What a service knows of its Redis Clusters, a row for each: see docs/redis-fallback.md.

CREATE TABLE IF NOT EXISTS redis_fallback (
  cluster VARCHAR(60) NOT NULL PRIMARY KEY,
  version BIGINT      NOT NULL,
  state   MEDIUMTEXT  NOT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- It was shorter once.
ALTER TABLE redis_fallback MODIFY cluster VARCHAR(60) NOT NULL;
