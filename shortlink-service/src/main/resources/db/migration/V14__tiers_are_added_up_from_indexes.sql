-- What GET /api/v1/tiers adds up it finds in indexes alone: the pool may have millions of ranges, a day hundreds of thousands of rows.
ALTER TABLE pool
  DROP KEY by_turn,
  ADD KEY by_turn (tier, available, fresh, id, first_id, last_id);

-- A recycling run of one day goes through its segments in ascending order, some at a time.
ALTER TABLE dispatches
  DROP KEY by_day,
  ADD KEY by_day (tier, dispatched_on, segment),
  ADD KEY by_time (tier, part_of, dispatched_at, id_count, first_id, last_id);
