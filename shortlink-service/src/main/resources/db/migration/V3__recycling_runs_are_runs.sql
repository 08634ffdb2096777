-- Those under way go on: segments in quarantine name theirs.
INSERT INTO run (id, kind, subject, open_key, state, pending, request, progress, failure,
  created_at, started_at, finished_at, updated_at, not_before, tries, owner, fence, lease_until)
SELECT ROW_NUMBER() OVER (ORDER BY created_at, id), 'recycling', '', NULL,
  CASE state WHEN 'QUEUED' THEN 'QUEUED' WHEN 'DONE' THEN 'DONE' WHEN 'REFUSED' THEN 'FAILED' ELSE 'RUNNING' END,
  state NOT IN ('DONE', 'REFUSED'),
  JSON_OBJECT('letters', tier, 'dispatchedOn', dispatched_on),
  JSON_OBJECT(
    'phase', CASE WHEN state IN ('CHECKING', 'QUARANTINE') THEN state ELSE 'DOUBT' END,
    'nextSegment', next_segment, 'segmentsChecked', segments_checked, 'idle', idle, 'live', live,
    'recycled', recycled, 'rescued', rescued, 'quarantineUntil', quarantine_until),
  reason, created_at, CASE WHEN state = 'QUEUED' THEN NULL ELSE created_at END, finished_at,
  COALESCE(finished_at, created_at), 0, 0, NULL, 0, 0
FROM recycling_runs;

UPDATE segments s
JOIN (SELECT id, ROW_NUMBER() OVER (ORDER BY created_at, id) AS number FROM recycling_runs) r ON s.run_id = r.id
SET s.run_id = r.number;

DROP TABLE recycling_runs;
