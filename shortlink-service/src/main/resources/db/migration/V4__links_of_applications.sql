-- Changes of links that Kafka has yet to hear of; each goes once it has.
CREATE TABLE untold_changes (
  code    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  version BIGINT      NOT NULL,
  event   BLOB        NOT NULL,
  made    BOOLEAN     NOT NULL,
  due_at  BIGINT      NOT NULL,
  PRIMARY KEY (code, version),
  KEY by_turn (due_at)
);

-- At most ten thousand, until an operator lifts them.
CREATE TABLE bans (
  host      VARCHAR(253) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  banned_at BIGINT       NOT NULL,
  banned_by VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL
);

-- How often links with a limit redirected; a row goes once cold storage has forgotten its link.
CREATE TABLE limited_visits (
  code       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  generation INT         NOT NULL,
  visits     INT         NOT NULL,
  visited_at BIGINT      NOT NULL,
  PRIMARY KEY (code, generation),
  KEY by_time (visited_at)
);

-- Clicks by day, in place of click_counts: a row for each kind of visitor of a link on a day. Kept for as long as
-- storefront.shortlink.clicks.kept says.
CREATE TABLE click_days (
  code            VARCHAR(32)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  generation      INT          NOT NULL,
  day             DATE         NOT NULL,
  bot             BOOLEAN      NOT NULL,
  device          VARCHAR(10)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  os              VARCHAR(10)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  referrer        VARCHAR(253) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  clicks          BIGINT       NOT NULL,
  last_clicked_at BIGINT       NOT NULL,
  PRIMARY KEY (code, generation, day, bot, device, os, referrer),
  KEY by_day (day)
);
INSERT INTO click_days (code, generation, day, bot, device, os, referrer, clicks, last_clicked_at)
SELECT code, generation, DATE('1970-01-01') + INTERVAL (last_clicked_at DIV 86400000) DAY, FALSE, 'other', 'other', '', clicks, last_clicked_at
FROM click_counts;
DROP TABLE click_counts;

-- What GET /api/v1/tiers adds up.
ALTER TABLE leases ADD KEY by_end (expires_at);
