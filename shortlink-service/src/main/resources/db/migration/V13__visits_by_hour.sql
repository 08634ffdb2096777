-- Visits by hour, a row for each in which a link was visited. Kept for as long as storefront.shortlink.clicks.hours-kept says.
CREATE TABLE click_hours (
  code       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  generation INT         NOT NULL,
  hour_at    BIGINT      NOT NULL,
  visits     BIGINT      NOT NULL,
  PRIMARY KEY (code, generation, hour_at),
  KEY by_hour (hour_at)
);
