-- What a request for a lease asked for, where it got ids of the next tier; NULL: what it got.
ALTER TABLE leases ADD wanted_tier TINYINT NULL;
