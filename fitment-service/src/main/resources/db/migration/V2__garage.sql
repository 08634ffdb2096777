-- A row per user; whoever parks a vehicle locks it, so that no garage gets too full.
CREATE TABLE garage (
  user_id VARBINARY(512) NOT NULL PRIMARY KEY
);

CREATE TABLE garage_vehicle (
  user_id VARBINARY(512) NOT NULL,
  vehicle_id INT NOT NULL,
  parked_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, vehicle_id)
);
