-- Up to where page views had been recorded, each some time: offsets by partition as JSON, of which all was in Redis at
-- that time (epoch milliseconds). After a Redis that fell back, views are recorded again from there on.
CREATE TABLE recorded_mark (
  recorded_at BIGINT     NOT NULL PRIMARY KEY,
  offsets     MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL
);
