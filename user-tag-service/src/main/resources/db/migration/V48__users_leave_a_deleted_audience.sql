-- One that is deleted is there until everybody who belonged to it was told to have left: it is nobody's to see, and a new
-- one of its name goes on from it.
ALTER TABLE standing_audience ADD COLUMN deleted BOOLEAN NOT NULL DEFAULT FALSE;
