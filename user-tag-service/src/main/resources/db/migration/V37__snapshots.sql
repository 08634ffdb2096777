-- Sets of users as they were at the end of days (UTC, days since 1970). A row holds from its first day on and before `until_day`.
CREATE TABLE segment_snapshot (
  segment   INT        NOT NULL,
  tag       INT        NOT NULL, -- 0: the known users
  from_day  INT        NOT NULL,
  until_day INT        NOT NULL, -- 2147483647: it has not changed since
  -- Which one it is in Redis: another one is read the next day.
  build     VARBINARY(64) NOT NULL,
  version   BIGINT     NOT NULL,
  encoding  TINYINT    NOT NULL,
  users     MEDIUMBLOB NOT NULL,
  PRIMARY KEY (segment, tag, from_day),
  KEY segment_snapshot_until (until_day)
);

-- Days that can be asked for.
CREATE TABLE snapshot_day (
  day      INT    NOT NULL PRIMARY KEY,
  taken_at BIGINT NOT NULL -- epoch milliseconds
);
