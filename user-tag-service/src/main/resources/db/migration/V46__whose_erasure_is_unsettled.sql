-- A digest of the id of who is being erased: only whoever gets that id waits until Redis has forgotten its former owner.
ALTER TABLE unsettled_mark ADD COLUMN erased_id BIGINT NULL;
