-- Up to when all of the user was erased, -1 for never: a clearing of which nothing else is kept. And when the row last changed,
-- which may be long after the time that it holds for: what a Redis that fell back since lacks. Both in epoch milliseconds.
ALTER TABLE cleared_history
  ADD COLUMN erased_at  BIGINT NOT NULL DEFAULT -1,
  ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;

UPDATE cleared_history SET changed_at = cleared_at;

ALTER TABLE cleared_history ADD KEY by_change (changed_at, user_id), ADD KEY by_erasure (erased_at, user_id);
