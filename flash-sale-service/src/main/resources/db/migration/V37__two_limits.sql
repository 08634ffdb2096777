-- With a limit by address and by account each has a maximum of its own; limit_max is the address's then.
ALTER TABLE promotion ADD COLUMN limit_max_pin INT NOT NULL DEFAULT 0;
UPDATE promotion SET limit_max_pin = limit_max;
