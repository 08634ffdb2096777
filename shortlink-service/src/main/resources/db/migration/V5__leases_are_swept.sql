-- Whether the unused ids of a lease came back, because it was handed back or because it ran out.
ALTER TABLE leases ADD swept BOOLEAN NOT NULL DEFAULT FALSE, ADD KEY by_sweep (swept, expires_at);
UPDATE leases SET swept = TRUE WHERE released_at IS NOT NULL;
