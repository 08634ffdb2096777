-- Of work that is done again and again, the run about the same after which this one was ordered, 0 if there was none; null for others. At
-- most one follows another: of instances that look at the same time one orders, also where its run is over before the others have looked.
ALTER TABLE run ADD COLUMN follows BIGINT NULL, ADD UNIQUE KEY run_follows (kind, subject, follows);
