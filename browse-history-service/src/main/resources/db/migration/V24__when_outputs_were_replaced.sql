-- Until when a folder was the output of a step, in epoch milliseconds: a job that was ordered before may still read it.
ALTER TABLE offline_attempt ADD COLUMN replaced_at BIGINT NULL;
