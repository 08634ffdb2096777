-- Of a vehicle that is deleted and imported again it is another: the base vehicle was not said to be that one.
ALTER TABLE base_vehicle ADD COLUMN vehicle_offset INT NOT NULL DEFAULT 0;
UPDATE base_vehicle
  SET vehicle_offset = COALESCE(
    (SELECT v.vehicle_offset FROM vehicle v WHERE v.vehicle_id = base_vehicle.vehicle_id), 0);
DELETE FROM base_vehicle WHERE vehicle_offset = 0;
ALTER TABLE base_vehicle ALTER COLUMN vehicle_offset DROP DEFAULT;
