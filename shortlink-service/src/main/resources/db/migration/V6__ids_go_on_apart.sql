-- The ids of a segment go on to its next generation apart: those that are idle do, the others keep theirs.

-- What is left of a range that ended in part is a row of its own, and names the row that was handed out.
ALTER TABLE dispatches
  ADD part_of BIGINT NULL,
  ADD KEY by_holding (tier, segment, ended_at),
  DROP KEY by_segment;

-- Of a segment in quarantine: a bit for each id that was idle when it was looked at, NULL for all, and how many they are.
ALTER TABLE segments
  ADD idle     VARBINARY(125) NULL,
  ADD idle_ids INT            NOT NULL DEFAULT 0;
UPDATE segments
SET idle_ids = LEAST(1000, CASE tier WHEN 5 THEN 916132832 WHEN 6 THEN 56800235584 ELSE 3521614606208 END - segment * 1000)
WHERE state = 'QUARANTINE';
