-- Who writes the topic once more, and how many of its transactions are in: a database that falls back meanwhile has fewer, or another one's.
ALTER TABLE ledger_replay
  ADD COLUMN replayer VARCHAR(36) NOT NULL DEFAULT '',
  ADD COLUMN step     BIGINT      NOT NULL DEFAULT 0;

-- Another number whenever another instance gets the lease.
ALTER TABLE sweep_lease ADD COLUMN term BIGINT NOT NULL DEFAULT 0;
