-- What one step of an import does to a segment's users is one row: `ordinal` is -1 - the segment then, and `users` are their places in it.
ALTER TABLE tag_audit
  ADD COLUMN encoding TINYINT NULL,
  ADD COLUMN users MEDIUMBLOB NULL;
