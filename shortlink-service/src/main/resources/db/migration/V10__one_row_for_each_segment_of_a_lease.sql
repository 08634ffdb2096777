-- What a lease has of one segment is one row. Where that is in pieces: a bit for each id from first_id on, and how many they are; NULL
-- where it has all up to last_id. An instance of before would take all between first_id and last_id for its own, other people's links
-- among them: so that it fails instead, what was published has another name.
ALTER TABLE dispatches
  ADD pieces   VARBINARY(125) NULL,
  ADD id_count INT            NULL,
  RENAME COLUMN used TO published;
