-- Folders of attempts of the offline pipeline, such as 2026-11-22/export-3. A row goes once a job was told to remove its folder, which
-- is never the output of a step. run is null once that is over: nobody needs the folder any more unless it is such an output.
CREATE TABLE offline_attempt (
  folder VARCHAR(50) NOT NULL PRIMARY KEY,
  run    BIGINT      NULL,
  KEY by_run (run)
);
