package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import dev.storefront.shortlink.ShortLinkTest;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

class BatchApiTest extends ShortLinkTest {

  @Autowired JdbcClient jdbc;

  /** Then a lease is one range. */
  @BeforeEach
  void take_what_others_gave_back() {
    jdbc.sql("DELETE FROM pool WHERE tier = 7 AND NOT fresh").update();
  }

  @Test
  void one_bad_link_spoils_no_other() {
    Reply lease = lease(app(), unique(), 7, 10);
    long first = lease.number("/ranges/0/first");
    Reply reply =
        batch(
            lease,
            """
            {"id":%d,"url":"https://example.com/1"},
            {"id":%d,"url":"ftp://example.com/2"},
            {"id":999999999999,"url":"https://example.com/3"},
            {"id":%d,"url":"https://example.com/4"},
            {"id":%d}
            """
                .formatted(first, first + 1, first + 3, first + 4));
    assertThat(reply.status()).isEqualTo(200);
    String code = reply.text("/results/0/code");
    assertThat(code).hasSize(7);
    assertThat(reply.text("/results/0/shortUrl")).isEqualTo("https://s.example/" + code);
    assertThat(reply.text("/results/1/error/code")).isEqualTo("invalid-url");
    assertThat(reply.json().at("/results/1").has("code")).isFalse();
    assertThat(reply.text("/results/2/error/code")).isEqualTo("id-not-in-lease");
    assertThat(reply.number("/results/3/id")).isEqualTo(first + 3);
    assertThat(reply.text("/results/4/error/code")).isEqualTo("invalid-url");
    assertThat(get("/" + code).header("Location")).isEqualTo("https://example.com/1");
  }

  @Test
  void publishing_again_changes_nothing_and_another_target_is_refused() {
    Reply lease = lease(app(), unique(), 7, 10);
    long id = lease.number("/ranges/0/first");
    Reply first = publish(app(), lease, id, "https://example.com/a");
    assertThat(publish(app(), lease, id, "https://example.com/a").json()).isEqualTo(first.json());
    assertThat(publish(app(), lease, id, "https://example.com/b").text("/results/0/error/code"))
        .isEqualTo("id-taken");
    assertThat(get("/" + first.text("/results/0/code")).header("Location"))
        .isEqualTo("https://example.com/a");
  }

  @Test
  void another_epoch_is_stale() {
    Reply lease = lease(app(), unique(), 7, 10);
    String body = "{\"leaseId\":\"%s\",\"epoch\":%d,\"links\":[{\"id\":1,\"url\":\"http://a.b\"}]}";
    Reply stale =
        send(
            "POST",
            "/api/v1/links/batch",
            app(),
            body.formatted(lease.text("/leaseId"), lease.number("/epoch") - 1));
    assertThat(stale.status()).isEqualTo(409);
    assertThat(stale.code()).isEqualTo("stale-lease");
    assertThat(send("POST", "/api/v1/links/batch", app(), body.formatted(unique(), 1)).status())
        .isEqualTo(404);
  }

  @Test
  void a_batch_has_one_to_a_thousand_links() {
    Reply lease = lease(app(), unique(), 7, 1000);
    // Of more than one range where others have leases.
    String links =
        lease
            .at("/ranges")
            .valueStream()
            .flatMapToLong(
                range ->
                    LongStream.rangeClosed(range.at("/first").asLong(), range.at("/last").asLong()))
            .mapToObj("{\"id\":%d,\"url\":\"https://example.com/\"}"::formatted)
            .collect(Collectors.joining(","));
    Reply full = batch(lease, links);
    assertThat(full.status()).isEqualTo(200);
    assertThat(full.json().at("/results")).hasSize(1000).allMatch(result -> result.has("code"));
    assertThat(batch(lease, links + ",{\"id\":1,\"url\":\"https://example.com/\"}").status())
        .isEqualTo(400);
    assertThat(batch(lease, "").status()).isEqualTo(400);
    assertThat(batch(lease, "{\"url\":\"https://example.com/\"}").text("/errors/0/field"))
        .isEqualTo("links[0].id");
  }

  private Reply batch(Reply lease, String links) {
    return send(
        "POST",
        "/api/v1/links/batch",
        app(),
        "{\"leaseId\":\"%s\",\"epoch\":%d,\"links\":[%s]}"
            .formatted(lease.text("/leaseId"), lease.number("/epoch"), links));
  }
}
