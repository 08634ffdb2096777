-- Runs are taken in the order of their turns: those that wait for something come after those that were never put back.
CREATE INDEX run_by_turn ON run (kind, pending, not_before, id);
