-- Events that are to go to Kafka: see docs/events.md. One service had the same table before, by a migration of its own.
-- Changes of it are ALTERs in this file, which can run again and again, never in a service's own versions: those run before this.

CREATE TABLE IF NOT EXISTS outbox (
  id         BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
  topic      VARCHAR(100) NOT NULL,
  record_key VARCHAR(64)  NOT NULL,
  event      TEXT         NOT NULL,
  noted_at   BIGINT       NOT NULL DEFAULT 0, -- epoch milliseconds of the database, 0 if an instance of before noted it
  traceparent VARCHAR(55)                     -- of the call that noted it, as W3C Trace Context writes it; of most there is none
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Whether any of a topic waits is asked while others wait by the hundred thousand. MySQL knows no CREATE INDEX IF NOT EXISTS.
SET @by_topic = IF(
  EXISTS (SELECT 1 FROM information_schema.statistics
          WHERE table_schema = DATABASE() AND table_name = 'outbox' AND index_name = 'by_topic'),
  'DO 0', 'CREATE INDEX by_topic ON outbox (topic, id)');
PREPARE by_topic FROM @by_topic;
EXECUTE by_topic;
DEALLOCATE PREPARE by_topic;

SET @noted_at = IF(
  EXISTS (SELECT 1 FROM information_schema.columns
          WHERE table_schema = DATABASE() AND table_name = 'outbox' AND column_name = 'noted_at'),
  'DO 0', 'ALTER TABLE outbox ADD COLUMN noted_at BIGINT NOT NULL DEFAULT 0');
-- Writers queue behind a change of the table that waits for one of them: rather this start fails, and is tried again.
SET SESSION lock_wait_timeout = 10;
PREPARE noted_at FROM @noted_at;
EXECUTE noted_at;
DEALLOCATE PREPARE noted_at;

SET @traceparent = IF(
  EXISTS (SELECT 1 FROM information_schema.columns
          WHERE table_schema = DATABASE() AND table_name = 'outbox' AND column_name = 'traceparent'),
  'DO 0', 'ALTER TABLE outbox ADD COLUMN traceparent VARCHAR(55)');
PREPARE traceparent FROM @traceparent;
EXECUTE traceparent;
DEALLOCATE PREPARE traceparent;
SET SESSION lock_wait_timeout = DEFAULT;
