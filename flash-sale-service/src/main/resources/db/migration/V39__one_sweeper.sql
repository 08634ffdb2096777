-- One instance at a time looks at all promotions, for all of them; times are the database's.
CREATE TABLE sweep_lease (
  id           TINYINT     NOT NULL PRIMARY KEY,
  owner        VARCHAR(36) NOT NULL,
  leased_until BIGINT      NOT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
INSERT INTO sweep_lease VALUES (1, '', 0);

-- How far the instances together have come in this round through what was not paid in time.
CREATE TABLE unpaid_round (
  id         TINYINT     NOT NULL PRIMARY KEY,
  expires_at BIGINT      NOT NULL,
  order_id   VARCHAR(64) NOT NULL,
  -- When the round before ended; 0 while one goes on.
  ended_at   BIGINT      NOT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
INSERT INTO unpaid_round VALUES (1, 0, '', 0);
