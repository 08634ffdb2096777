-- Runs are taken by when they could have begun.
CREATE INDEX run_by_turn ON run (kind, pending, not_before, id);
