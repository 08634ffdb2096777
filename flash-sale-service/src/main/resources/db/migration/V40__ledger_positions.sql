-- How far this database has the ledger's topic, written with the entries themselves: a database that lost what it had committed lost this too,
-- while the consumers' offsets in Kafka stay.
CREATE TABLE ledger_position (
  ledger_partition INT    NOT NULL PRIMARY KEY,
  next_offset      BIGINT NOT NULL
);

-- One row: from when on the topic has to be written once more before this database is believed, and how many entries were. Each request has a
-- number, so that a replay which began before one does not count for it.
CREATE TABLE ledger_replay (
  id          TINYINT NOT NULL PRIMARY KEY,
  number      BIGINT  NOT NULL,
  replay_from BIGINT  NULL,
  replayed    BIGINT  NOT NULL
);
INSERT INTO ledger_replay VALUES (1, 0, NULL, 0);
