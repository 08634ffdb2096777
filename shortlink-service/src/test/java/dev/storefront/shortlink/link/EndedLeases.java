package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.lease.Granting;
import dev.storefront.shortlink.lease.Lease;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.link.LinkPublisher.NewLink;
import dev.storefront.shortlink.link.LinkStore.Published;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Leases of tier 7 that ran out. In a namespace of their own: no other test has leases here. */
@WithBackends(database = "shortlink", namespace = "tiers")
abstract class EndedLeases extends ShortLinkTest {

  @Autowired LeaseSweep sweep;
  @Autowired Leases leases;
  @Autowired LinkPublisher publisher;
  @Autowired CodeBook codes;
  @Autowired JdbcClient jdbc;

  @BeforeEach
  void take_what_others_gave_back() {
    jdbc.sql("DELETE FROM pool WHERE tier = 7").update();
  }

  /** A lease of the service's own. */
  Lease ownLease(int count) {
    Granting granted = leases.grant(OwnCodes.CLIENT, unique(), Tier.SEVEN, count);
    return ((Granting.Granted) granted).lease();
  }

  /** Makes a link as the service does under an id of its own lease. */
  void publishUnclaimed(Lease lease, long id) {
    assertThat(publish(lease, id, lease.expiresAt().plus(OwnCodes.LATE)).isOurs()).isTrue();
  }

  /**
   * @param latest until when Redis takes it
   */
  Published publish(Lease lease, long id, Instant latest) {
    Address address = codes.addressOf(Tier.SEVEN, id);
    Instant now = Instant.ofEpochMilli(Instant.now().toEpochMilli());
    StoredLink link =
        new StoredLink(
            lease.portions().get(0).generation(),
            now.toEpochMilli(),
            null,
            false,
            now,
            "order-app",
            "https://example.com/",
            LinkOptions.NONE);
    return publisher.publish(List.of(new NewLink(address, link, latest.toEpochMilli()))).get(0);
  }

  String codeOf(long id) {
    return codes.addressOf(Tier.SEVEN, id).code();
  }

  void endLongAgo(String leaseId) {
    jdbc.sql("UPDATE leases SET expires_at = 1 WHERE lease_id = ?").param(leaseId).update();
  }

  /** Ranges that were handed out before, in their order. */
  List<IdRange> pooled() {
    return jdbc.sql(
            "SELECT first_id, last_id FROM pool WHERE tier = 7 AND available AND NOT fresh"
                + " ORDER BY first_id")
        .query((row, n) -> new IdRange(row.getLong(1), row.getLong(2)))
        .list();
  }
}
