-- Whom deletions of tags lock, one after the other, and who confirms that none is under way: no longer the counter from which tags get
-- their numbers.
INSERT INTO counter (name, value) VALUES ('tag-removal', 0);
