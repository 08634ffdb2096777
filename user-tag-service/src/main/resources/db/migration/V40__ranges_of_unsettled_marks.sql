-- Many users who become known together are one row: those with the ordinals from `ordinal` to `last`; null for `ordinal` alone.
ALTER TABLE unsettled_mark ADD COLUMN last BIGINT NULL;
