-- By what it was told so far who belongs to a standing audience: of those of an audience the newest that has reached a user counts for that user.
CREATE TABLE audience_formula (
  audience BIGINT     NOT NULL,
  version  BIGINT     NOT NULL, -- of the audience; 0 is before its first: nobody
  formula  MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NULL,
  reached  BIGINT     NOT NULL, -- the last ordinal to which it was applied
  PRIMARY KEY (audience, version),
  KEY audience_formula_reached (reached),
  FOREIGN KEY (audience) REFERENCES standing_audience (id) ON DELETE CASCADE
);

INSERT INTO audience_formula (audience, version, formula, reached)
SELECT id, 0, NULL, 9223372036854775807 FROM standing_audience;

-- A change of a tag concerns these audiences alone. 0: so does a user who is new.
CREATE TABLE audience_formula_tag (
  tag      INT    NOT NULL,
  audience BIGINT NOT NULL,
  version  BIGINT NOT NULL,
  PRIMARY KEY (tag, audience, version),
  FOREIGN KEY (audience, version) REFERENCES audience_formula (audience, version) ON DELETE CASCADE
);
