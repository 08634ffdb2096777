-- Two instances may try to make the same version of a link: each has a note of its own.
ALTER TABLE untold_changes
  DROP PRIMARY KEY,
  ADD id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY FIRST,
  ADD KEY by_link (code, version);

-- Links that were made before there were lists are put into theirs, once.
INSERT INTO run (kind, subject, state, pending, request, progress, created_at, updated_at, not_before, tries, fence,
  lease_until)
SELECT 'link-listing', '', 'QUEUED', TRUE, '{}', '{"step":0}', millis, millis, 0, 0, 0, 0
FROM (SELECT FLOOR(UNIX_TIMESTAMP(NOW(3)) * 1000) AS millis) AS now_is;
