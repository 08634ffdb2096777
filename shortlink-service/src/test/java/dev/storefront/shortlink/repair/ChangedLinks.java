package dev.storefront.shortlink.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.shortlink.ShortLinkTest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Links over all slots, and where each has to lead, whatever Redis forgets. */
abstract class ChangedLinks extends ShortLinkTest {

  private static final String OLD = "https://example.com/old";
  private static final String NEW = "https://example.com/new";

  static final Duration LONG = Duration.ofMinutes(3);

  /** Three of each kind lie on a node, more or less. */
  private static final int SLUGS = 18;

  private static final int NUMBERED = 6;

  /** By code where it leads to, or nowhere. */
  private final Map<String, Optional<String>> right = new LinkedHashMap<>();

  void makeLinks() {
    makeLinks(SLUGS);
  }

  void makeLinks(int slugs) {
    right.clear();
    for (int i = 0; i < slugs; i++) {
      makeSlug();
    }
    for (int i = 0; i < NUMBERED; i++) {
      Reply lease = lease(app(), unique(), 7, 1000).expect(200);
      long id = lease.number("/ranges/0/first");
      String code = publish(app(), lease, id, OLD).text("/results/0/code");
      right.put(code, Optional.of(OLD));
    }
    await().atMost(LONG).until(() -> unanswered().isEmpty());
  }

  /** Of three one is changed, one deleted, one left as it is; and there are some more. */
  void changeLinks() {
    changeLinks(codes());
  }

  /** The same of some links. */
  void changeLinks(List<String> codes) {
    for (int i = 0; i < codes.size(); i++) {
      String path = "/api/v1/links/" + codes.get(i);
      if (i % 3 == 0) {
        send("PATCH", path, app(), "{\"url\":\"%s\"}".formatted(NEW)).expect(200);
        right.put(codes.get(i), Optional.of(NEW));
      } else if (i % 3 == 1) {
        send("DELETE", path, app(), null).expect(204);
        right.put(codes.get(i), Optional.empty());
      }
    }
    for (int i = 0; i < codes.size() / 4; i++) {
      makeSlug();
    }
  }

  private void makeSlug() {
    String slug = "fell-" + unique().substring(0, 13);
    send("POST", "/api/v1/links", app(), "{\"url\":\"%s\",\"slug\":\"%s\"}".formatted(OLD, slug))
        .expect(201);
    right.put(slug, Optional.of(OLD));
  }

  /** Which codes there are. */
  List<String> codes() {
    return List.copyOf(right.keySet());
  }

  /** Which are not answered. All others lead where they have to. */
  List<String> unanswered() {
    return codes().stream().filter(code -> !isAnsweredRightly(code)).toList();
  }

  /** No answer is fine for a while, a wrong one is not. */
  boolean isAnsweredRightly(String code) {
    Reply reply = get("/" + code);
    if (reply.status() == 503) {
      return false;
    }
    Optional<String> target = right.getOrDefault(code, Optional.empty());
    assertThat(reply.status()).as(code).isEqualTo(target.isPresent() ? 302 : 404);
    target.ifPresent(url -> assertThat(reply.header("Location")).as(code).isEqualTo(url));
    return true;
  }
}
