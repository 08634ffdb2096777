-- A row per user; whoever parks a vehicle locks it, so that no garage gets too full.
CREATE TABLE garage (
  user_id VARBINARY(512) NOT NULL PRIMARY KEY
);

-- vehicle_offset: of a vehicle that is deleted and imported again it is another, and the old one is out of the garage.
CREATE TABLE garage_vehicle (
  user_id VARBINARY(512) NOT NULL,
  vehicle_id INT NOT NULL,
  vehicle_offset INT NOT NULL,
  parked_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, vehicle_id)
);
