package dev.storefront.usertag.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.TestTokens;
import dev.storefront.usertag.ServiceTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class UserLookupTest extends ServiceTest {

  @Autowired UserLookup lookup;
  @Autowired UserDirectory directory;

  @Test
  void the_database_is_not_asked_for_a_user_who_is_remembered_and_has_a_tag() {
    api.makeTags("lo-warm");
    api.tag("lo-1", "lo-warm");
    UserId user = new UserId("lo-1");
    lookup.tagsOf(user);
    assertThat(statements(() -> assertThat(lookup.tagsOf(user).orElseThrow()).hasSize(1))).isZero();
  }

  @Test
  void the_database_is_not_asked_for_a_mark_or_an_audience_whose_tags_are_remembered() {
    api.makeTags("lo-counted", "lo-other");
    api.tag("lo-6", "lo-counted");
    UserId user = new UserId("lo-6");
    remember("NOT lo-counted AND NOT lo-other");
    assertThat(
            statements(
                () -> {
                  assertThat(search.count("lo-counted")).isEqualTo(1);
                  assertThat(lookup.has(user, "lo-counted")).contains(true);
                  assertThat(lookup.has(user, "lo-other")).contains(false);
                }))
        .isZero();
  }

  @Test
  void whom_another_instance_erased_has_no_tag_but_those_he_was_given_since() {
    api.makeTags("lo-before", "lo-since");
    api.tag("lo-2", "lo-before");
    UserId user = new UserId("lo-2");
    eraseElsewhere(user);
    assertThat(lookup.tagsOf(user)).isEmpty();
    assertThat(api.tagsOf("lo-2")).isEmpty();

    eraseElsewhere(tagged("lo-3", "lo-before"));
    long former = Objects.requireNonNull(directory.remembered(new UserId("lo-3")));
    api.tag("lo-3", "lo-since");
    directory.remember("lo-3", former);
    assertThat(api.tagsOf("lo-3")).containsExactly("lo-since");
    assertThat(api.isTagged("lo-3", "lo-before")).isFalse();
  }

  @Test
  void an_import_makes_a_user_known_anew_whom_another_instance_erased() {
    api.makeTags("lo-import");
    eraseElsewhere(tagged("lo-4", "lo-import"));
    String path = "/api/v1/tags/lo-import/imports";
    String id =
        api.send(
                "POST",
                path,
                "text/plain",
                BodyPublishers.ofString("lo-4\nlo-5\n"),
                TestTokens.operator())
            .expect(202)
            .text("/id");
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> api.get(path + "/" + id).text("/state").equals("DONE"));
    assertThat(api.users("lo-import")).containsExactly("lo-4", "lo-5");
  }

  private UserId tagged(String userId, String tag) {
    api.tag(userId, tag);
    return new UserId(userId);
  }

  /** What this instance remembers then is the ordinal that the user had. */
  private void eraseElsewhere(UserId user) {
    long ordinal = directory.find(user).orElseThrow();
    api.delete("/api/v1/users/" + user.text()).expect(204);
    directory.remember(user.text(), ordinal);
  }
}
