-- Times in which users wanted nothing recorded, in epoch milliseconds: a view made at paused_at or later, but before
-- resumed_at, never shows. Without resumed_at it goes on. The offline pipeline leaves these views out.
CREATE TABLE paused_recording (
  user_id    VARBINARY(512) NOT NULL,
  paused_at  BIGINT         NOT NULL,
  resumed_at BIGINT         NULL,
  -- When this row last changed.
  changed_at BIGINT         NOT NULL,
  PRIMARY KEY (user_id, paused_at),
  KEY by_change (changed_at, user_id, paused_at),
  KEY by_end (resumed_at)
);
