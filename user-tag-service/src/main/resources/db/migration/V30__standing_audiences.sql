-- Saved expressions. Who changes them waits for the counter's row.
INSERT INTO counter (name, value) VALUES ('audience', 0);

CREATE TABLE standing_audience (
  id              BIGINT        NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name            VARBINARY(64) NOT NULL UNIQUE,
  expression      VARCHAR(4096) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  description     VARCHAR(1000) CHARACTER SET utf8mb4 NOT NULL,
  -- Of the expression; the last one that was counted.
  version         BIGINT        NOT NULL,
  counted_version BIGINT        NOT NULL,
  -- How many users it had then; null before the first time.
  users           BIGINT        NULL,
  counted_at      BIGINT        NOT NULL, -- epoch milliseconds; 0: to be counted at once
  KEY standing_audience_counted (counted_at)
);

-- How many users each audience had, an hour a row.
CREATE TABLE audience_count (
  audience   BIGINT NOT NULL,
  hour       BIGINT NOT NULL, -- its begin, epoch milliseconds
  counted_at BIGINT NOT NULL, -- epoch milliseconds
  users      BIGINT NOT NULL,
  PRIMARY KEY (audience, hour),
  KEY audience_count_hour (hour),
  FOREIGN KEY (audience) REFERENCES standing_audience (id) ON DELETE CASCADE
);
