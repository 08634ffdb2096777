-- What is looked for every other second is found by an index, however many promotions there have been.
ALTER TABLE promotion
  DROP KEY by_end,
  DROP KEY by_stop,
  ADD KEY by_time (ends_at, promotion_id),
  ADD KEY untold (end_announced_at, promotion_id);
