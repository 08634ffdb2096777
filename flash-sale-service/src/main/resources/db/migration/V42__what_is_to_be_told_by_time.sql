-- When somebody has to be told of a promotion, of which nobody was told yet: so that each second's look reads what is
-- due, and not all that has begun.
ALTER TABLE promotion
  ADD COLUMN price_due_at BIGINT AS (
    CASE WHEN approved_at IS NOT NULL AND announced_price IS NULL AND end_announced_at IS NULL THEN starts_at END) VIRTUAL,
  ADD COLUMN end_due_at BIGINT AS (
    CASE WHEN approved_at IS NOT NULL AND end_announced_at IS NULL THEN IF(stopped_at IS NULL, ends_at, 0) END) VIRTUAL,
  ADD KEY price_due (price_due_at),
  ADD KEY end_due (end_due_at);
