-- Vehicles that are gone, for a week: longer than instances may still remember them.
CREATE TABLE vehicle_deletion (
  vehicle_offset INT NOT NULL PRIMARY KEY,
  vehicle_id INT NOT NULL,
  deleted_at BIGINT NOT NULL,
  KEY vehicle_deletion_by_time (deleted_at)
);
