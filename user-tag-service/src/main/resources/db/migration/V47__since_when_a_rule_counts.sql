-- What Kafka heard of before counts for no rule; of rules of before that it is not known, so for these all counts.
ALTER TABLE tag_rule ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0; -- epoch milliseconds
