package dev.storefront.benchmarks.usertag;

import dev.storefront.benchmarks.load.Caller;
import dev.storefront.benchmarks.load.HttpCaller;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.suite.Identity;
import java.net.http.HttpRequest.BodyPublisher;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** What measurements ask the service, as an operator. */
record TagCalls(ServiceUnderTest service) {

  private static final int OK = 200;
  private static final Duration LONGEST_IMPORT = Duration.ofHours(2);

  /**
   * Makes a tag and gives it to users.
   *
   * @param lines their ids, one a line
   * @return seconds from the request until it is done
   */
  double imported(String tag, BodyPublisher lines) {
    service.put("/api/v1/tags/" + tag, Map.of());
    String path = "/api/v1/tags/" + tag + "/imports";
    long start = System.nanoTime();
    String id = service.post(path, "text/plain", lines).path("id").asString();
    ServiceUnderTest.await(
        "the import of " + tag,
        LONGEST_IMPORT,
        () -> service.get(path + "/" + id).path("state").asString().equals("DONE"));
    return (System.nanoTime() - start) / 1e9;
  }

  Caller.Opening count(String expression) {
    return posted("count", "{\"expression\":\"" + expression + "\"}");
  }

  Caller.Opening firstPage(String expression) {
    return posted("query", "{\"expression\":\"" + expression + "\",\"limit\":100}");
  }

  private Caller.Opening posted(String call, String body) {
    byte[] request = HttpCaller.post("/api/v1/audiences/" + call, token(), body);
    return () -> new HttpCaller(service.port(), () -> request, OK);
  }

  /** Whether one of so many users has a tag, each time another one. */
  Caller.Opening mark(int users, String tag) {
    String token = token();
    return () ->
        new HttpCaller(
            service.port(),
            () -> {
              int user = ThreadLocalRandom.current().nextInt(users);
              return HttpCaller.get("/api/v1/users/user-" + user + "/tags/" + tag, token);
            },
            OK);
  }

  private String token() {
    return service.token(Identity.operator());
  }
}
