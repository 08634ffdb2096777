-- What the offline pipeline has done for which day: output is the folder of the latest result (of EXPORT, of the rows that HBase
-- has), null until there is one; attempts count the jobs that were ordered, of EXPORT they tell the time stamps of cells apart.
CREATE TABLE offline_step (
  day      DATE         NOT NULL,
  step     VARCHAR(10)  NOT NULL,
  output   VARCHAR(500) NULL,
  attempts INT          NOT NULL,
  tried_at BIGINT       NOT NULL,
  PRIMARY KEY (day, step),
  KEY by_step (step, day)
);

-- Which instance looks after the schedule, until when, in epoch milliseconds.
CREATE TABLE offline_schedule (
  id          TINYINT NOT NULL PRIMARY KEY,
  lease_until BIGINT  NOT NULL
);

INSERT INTO offline_schedule (id, lease_until) VALUES (1, 0);
