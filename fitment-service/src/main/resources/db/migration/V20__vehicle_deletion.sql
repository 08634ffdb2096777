-- Vehicles that are gone: their offsets stay empty for ever.
CREATE TABLE vehicle_deletion (
  vehicle_offset INT NOT NULL PRIMARY KEY,
  vehicle_id INT NOT NULL,
  deleted_at BIGINT NOT NULL,
  KEY vehicle_deletion_by_time (deleted_at),
  KEY vehicle_deletion_by_vehicle (vehicle_id)
);
