-- Rebuilds and consistency checks are runs now. Those under way have to be started again: each does the same however often.
DROP TABLE upkeep_difference;
DROP TABLE upkeep_run;
DROP TABLE upkeep_task;
