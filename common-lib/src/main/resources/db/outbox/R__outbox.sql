-- Events that are to go to Kafka: see docs/events.md. One service had the same table before, by a migration of its own.
-- Changes of it are ALTERs in this file, which can run again and again, never in a service's own versions: those run before this.

CREATE TABLE IF NOT EXISTS outbox (
  id         BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
  topic      VARCHAR(100) NOT NULL,
  record_key VARCHAR(64)  NOT NULL,
  event      TEXT         NOT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
