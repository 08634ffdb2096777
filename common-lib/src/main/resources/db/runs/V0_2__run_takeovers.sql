-- How often an instance went on with a run after another one ended without a word.
ALTER TABLE run ADD COLUMN takeovers INT NOT NULL DEFAULT 0;
