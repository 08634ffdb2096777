package dev.storefront.acceptance.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.acceptance.suite.Reply;
import java.util.Set;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import tools.jackson.databind.JsonNode;

/** What makes a reply one of the contract's problem documents. */
public final class Problems {

  private static final Pattern KEBAB_CASE = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
  // Stacks, classes, hosts, statements: nothing of the inside.
  private static final Pattern INSIDE =
      Pattern.compile(
          "\\w+(Exception|Error)\\b|dev\\.storefront|springframework|tools\\.jackson|java\\.\\w+"
              + "|127\\.0\\.0\\.1|localhost|jdbc:|SELECT |INSERT |\\n\\s+at ");
  private static final Set<Integer> RETRYABLE = Set.of(429, 503);

  private Problems() {}

  /** A problem document with that status and code, and nothing of the inside in it. */
  public static void assertProblem(Reply reply, int status, String code) {
    assertThat(reply.status()).as("status of %s", reply).isEqualTo(status);
    assertProblem(reply);
    assertThat(reply.text("/code")).as("code of %s", reply).isEqualTo(code);
  }

  /** A problem document with that status, whatever its code. */
  public static void assertProblem(Reply reply, int status) {
    assertThat(reply.status()).as("status of %s", reply).isEqualTo(status);
    assertProblem(reply);
  }

  private static void assertProblem(Reply reply) {
    assertThat(reply.header("Content-Type")).startsWith("application/problem+json");
    JsonNode problem = reply.json();
    SoftAssertions.assertSoftly(
        softly -> {
          for (String member : Set.of("type", "title", "detail", "instance", "code")) {
            softly
                .assertThat(problem.path(member).asString(""))
                .as("%s in %s", member, reply)
                .isNotBlank();
          }
          softly.assertThat(problem.path("status").asInt(0)).isEqualTo(reply.status());
          softly.assertThat(problem.path("instance").asString("")).startsWith("/");
          softly.assertThat(problem.path("code").asString("")).matches(KEBAB_CASE);
          softly.assertThat(reply.body()).doesNotContainPattern(INSIDE);
          if (RETRYABLE.contains(reply.status())) {
            softly.assertThat(reply.header("Retry-After")).as("Retry-After").matches("[1-9]\\d*");
          }
          if (reply.status() == 401) {
            softly.assertThat(reply.header("WWW-Authenticate")).startsWith("Bearer");
          }
        });
  }
}
