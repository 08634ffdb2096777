-- Whoever starts a run of a task locks its row, so that there is never more than one.
CREATE TABLE upkeep_task (
  task VARCHAR(20) NOT NULL PRIMARY KEY
);
INSERT INTO upkeep_task (task) VALUES ('REBUILD'), ('CONSISTENCY_CHECK');

-- Rebuilds and consistency checks: how far they are, and who works on them.
CREATE TABLE upkeep_run (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  task VARCHAR(20) NOT NULL,
  -- null: all
  cluster VARCHAR(30) NULL,
  repair BOOLEAN NOT NULL,
  -- Instances with other settings of where groups lie leave it alone.
  placement VARCHAR(1000) NOT NULL,
  started_at BIGINT NOT NULL,
  finished_at BIGINT NULL,
  shelves BIGINT NOT NULL,
  -- The last shelf that is done.
  last_kind VARCHAR(4) NULL,
  last_vendor_id BIGINT NULL,
  last_group_id BIGINT NULL,
  last_shelf INT NULL,
  done BIGINT NOT NULL DEFAULT 0,
  rewritten BIGINT NOT NULL DEFAULT 0,
  moved BIGINT NOT NULL DEFAULT 0,
  differing BIGINT NOT NULL DEFAULT 0,
  repaired BIGINT NOT NULL DEFAULT 0,
  unreached BIGINT NOT NULL DEFAULT 0,
  owner VARCHAR(36) NULL,
  owned_until BIGINT NOT NULL DEFAULT 0,
  KEY upkeep_run_unfinished (finished_at, id)
);

-- The first differences that a consistency check found.
CREATE TABLE upkeep_difference (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  run_id BIGINT NOT NULL,
  kind VARCHAR(4) NOT NULL,
  vendor_id BIGINT NOT NULL,
  group_id BIGINT NOT NULL,
  shelf INT NOT NULL,
  cluster VARCHAR(30) NOT NULL,
  deviation VARCHAR(20) NOT NULL,
  KEY upkeep_difference_of_run (run_id, id)
);
