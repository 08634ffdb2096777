-- When something of a segment in use can be idle at the earliest: a recycling run looks at those that are due alone.
ALTER TABLE segments
  ADD check_after BIGINT NOT NULL DEFAULT 0,
  ADD KEY by_check (tier, state, check_after);
