-- Ranges that ended are forgotten after storefront.shortlink.lease.kept, with the leases of which none is left.
ALTER TABLE dispatches ADD KEY by_end (ended_at);
