-- What a lease has of one segment is one row. Where that is in pieces: a bit for each id from first_id on, and how many they are; NULL
-- where it has all up to last_id.
ALTER TABLE dispatches
  ADD pieces   VARBINARY(125) NULL,
  ADD id_count INT            NULL;
