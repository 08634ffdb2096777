INSERT INTO work_lease (name, owner, held_until) VALUES ('removed-tags', 0, 0);
