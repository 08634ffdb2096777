-- When a row last changed, in epoch milliseconds: what another user's deletion was copied from holds from earlier on, and
-- still is what a Redis that fell back since lacks.
ALTER TABLE deleted_view ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;

UPDATE deleted_view SET changed_at = deleted_at;

ALTER TABLE deleted_view ADD KEY by_change (changed_at, user_id, sku_id);
