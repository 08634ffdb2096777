package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Address;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

class UntoldChangesTest extends ShortLinkTest {

  @Autowired UntoldChanges untold;
  @Autowired JdbcClient jdbc;

  @Test
  void a_note_that_cannot_be_read_keeps_no_other_from_being_told() {
    Address address = new Address.Slug("told-" + unique().substring(0, 8));
    String unreadable = unique().substring(0, 8);
    Instant now = Instant.ofEpochMilli(Instant.now().toEpochMilli());
    StoredLink link =
        new StoredLink(
            1,
            now.toEpochMilli(),
            null,
            false,
            now,
            "order-app",
            "https://example.com/",
            LinkOptions.NONE);
    untold.note(MappingEvent.of(MappingEvent.Type.CHANGED, address, link));
    jdbc.sql(
            "INSERT INTO untold_changes (code, version, event, made, due_at)"
                + " VALUES (?, 1, '{}', TRUE, 1)")
        .param(unreadable)
        .update();
    jdbc.sql("UPDATE untold_changes SET due_at = 2 WHERE code = ?").param(address.code()).update();

    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              untold.settle();
              assertThat(noted(address.code())).isZero();
            });
    assertThat(noted(unreadable)).as("kept for who can read it").isOne();
    jdbc.sql("DELETE FROM untold_changes WHERE code = ?").param(unreadable).update();
  }

  private long noted(String code) {
    return jdbc.sql("SELECT COUNT(*) FROM untold_changes WHERE code = ?")
        .param(code)
        .query(Long.class)
        .single();
  }
}
