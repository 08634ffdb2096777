package dev.storefront.shortlink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.TestTokens;
import dev.storefront.localstack.server.ProjectRoot;
import dev.storefront.shortlink.sdk.ShortLink;
import dev.storefront.shortlink.sdk.ShortLinkClient;
import dev.storefront.shortlink.sdk.ShortLinkException;
import dev.storefront.shortlink.sdk.ShortLinkOptions;
import dev.storefront.shortlink.sdk.VoidLink;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The SDK against the service, over HTTP. */
class SdkTest extends ShortLinkTest {

  private static final Duration PATIENTLY = Duration.ofSeconds(60);

  @Autowired JdbcClient jdbc;

  /** Other tests want leases of one range. */
  @AfterEach
  void take_what_was_handed_back() {
    jdbc.sql("DELETE FROM pool WHERE tier = 7 AND NOT fresh").update();
  }

  @Test
  void links_of_many_threads_get_a_code_each_across_several_leases() throws Exception {
    int threads = 8;
    int linksEach = 100;
    ExecutorService callers = Executors.newFixedThreadPool(threads);
    List<ShortLink> links = new ArrayList<>();
    try (ShortLinkClient client = new ShortLinkClient(options("sdk-many").withLeaseSize(150))) {
      List<Future<List<CompletableFuture<ShortLink>>>> started =
          IntStream.range(0, threads)
              .mapToObj(
                  caller ->
                      callers.submit(
                          () ->
                              IntStream.range(0, linksEach)
                                  .mapToObj(n -> client.shorten(target(caller, n)))
                                  .toList()))
              .toList();
      for (Future<List<CompletableFuture<ShortLink>>> each : started) {
        for (CompletableFuture<ShortLink> link : each.get()) {
          links.add(link.get(60, TimeUnit.SECONDS));
        }
      }
      String target = get("/" + client.shorten(target(99, 1)).get().code()).header("Location");
      assertThat(target).isEqualTo(target(99, 1));
    }
    callers.shutdown();
    assertThat(links.stream().map(ShortLink::code).distinct()).hasSize(threads * linksEach);
    assertThat(links).allMatch(link -> link.shortUrl().equals("https://s.example/" + link.code()));
  }

  @Test
  void closing_publishes_what_waits_and_hands_back_the_rest() {
    CompletableFuture<ShortLink> last;
    try (ShortLinkClient client = new ShortLinkClient(options("sdk-closing"))) {
      last = client.shorten("https://example.com/last");
    }
    assertThat(last).isCompleted();
    assertThat(get("/" + last.join().code()).status()).isEqualTo(302);
    assertThat(leases("sdk-closing", "released_at IS NULL")).isZero();
    assertThat(leases("sdk-closing", "released_at IS NOT NULL")).isPositive();
  }

  @Test
  void a_bad_target_fails_alone() throws Exception {
    try (ShortLinkClient client = new ShortLinkClient(options("sdk-bad"))) {
      CompletableFuture<ShortLink> bad = client.shorten("ftp://example.com/");
      CompletableFuture<ShortLink> good = client.shorten("https://example.com/");
      assertThat(good.get(60, TimeUnit.SECONDS).code()).hasSize(7);
      assertThat(bad)
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableOfType(ExecutionException.class)
          .extracting(Throwable::getCause, InstanceOfAssertFactories.type(ShortLinkException.class))
          .extracting(ShortLinkException::code)
          .isEqualTo("invalid-url");
    }
  }

  /** As many as five leases have ids. */
  @Test
  void links_that_are_refused_use_no_ids_up() throws Exception {
    try (ShortLinkClient client = new ShortLinkClient(options("sdk-refused").withLeaseSize(20))) {
      for (int n = 0; n < 100; n++) {
        assertThat(client.shorten("ftp://example.com/" + n))
            .failsWithin(Duration.ofSeconds(60))
            .withThrowableOfType(ExecutionException.class);
      }
      assertThat(leases("sdk-refused", "1 = 1")).isEqualTo(1);
      ShortLink good = client.shorten("https://example.com/").get(60, TimeUnit.SECONDS);
      awaitTarget(good, "https://example.com/");
    }
  }

  /** Of a call whose answer is lost nobody knows whether the link was published. */
  @Test
  void no_link_leads_to_the_target_of_one_whose_answer_was_lost() throws Exception {
    try (Relay relay = new Relay(port);
        ShortLinkClient client =
            new ShortLinkClient(through(relay, "sdk-lost").withRequests(PATIENTLY, 1))) {
      client.shorten("https://example.com/first").get(60, TimeUnit.SECONDS);
      Map<String, String> targets = new HashMap<>();
      for (int n = 0; n < 40; n++) {
        relay.losesAnswers(n % 2 == 0);
        String target = target(n, n);
        CompletableFuture<ShortLink> link = client.shorten(target);
        if (n % 2 == 0) {
          assertThat(link)
              .failsWithin(Duration.ofSeconds(60))
              .withThrowableOfType(ExecutionException.class);
        } else {
          assertThat(targets.put(link.get(60, TimeUnit.SECONDS).code(), target)).isNull();
        }
      }
      targets.forEach((code, target) -> awaitTarget(new ShortLink(0, code, ""), target));
    }
  }

  @Test
  void a_lease_that_went_stale_is_replaced() throws Exception {
    try (ShortLinkClient client = new ShortLinkClient(options("sdk-stale"))) {
      client.shorten("https://example.com/1").get(60, TimeUnit.SECONDS);
      jdbc.sql("UPDATE leases SET expires_at = 1 WHERE client_id = 'sdk-stale'").update();
      ShortLink second = client.shorten("https://example.com/2").get(60, TimeUnit.SECONDS);
      assertThat(get("/" + second.code()).header("Location")).isEqualTo("https://example.com/2");
    }
  }

  @Test
  void a_service_that_is_away_fails_the_link_in_time() {
    ShortLinkOptions nowhere =
        ShortLinkOptions.of(URI.create("http://127.0.0.1:1"), () -> "token")
            .withRequests(Duration.ofMillis(300), 2);
    try (ShortLinkClient client = new ShortLinkClient(nowhere)) {
      assertThat(client.shorten("https://example.com/"))
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableOfType(ExecutionException.class)
          .extracting(Throwable::getCause, InstanceOfAssertFactories.type(ShortLinkException.class))
          .extracting(ShortLinkException::code)
          .isEqualTo(ShortLinkException.UNAVAILABLE);
    }
  }

  @Test
  void a_link_is_known_at_once_and_leads_on_soon() {
    try (ShortLinkClient client = new ShortLinkClient(options("sdk-now"))) {
      ShortLink link = client.shortenNow("https://example.com/now");
      assertThat(link.shortUrl()).isEqualTo("https://s.example/" + link.code());
      awaitTarget(link, "https://example.com/now");
    }
    assertThat(leases("sdk-now", "released_at IS NULL")).isZero();
  }

  @Test
  void links_go_on_while_the_service_is_away_and_lead_on_once_it_is_back() {
    try (Relay relay = new Relay(port);
        ShortLinkClient client =
            new ShortLinkClient(through(relay, "sdk-away").withRequests(PATIENTLY, 1))) {
      awaitTarget(client.shortenNow("https://example.com/before"), "https://example.com/before");
      relay.isAway(true);
      List<ShortLink> links =
          IntStream.range(0, 450).mapToObj(n -> client.shortenNow(target(n, n))).toList();
      await().atMost(SOON).until(() -> relay.refused() >= 5);
      assertThat(get("/" + links.get(0).code()).status()).isEqualTo(404);
      relay.isAway(false);
      for (int n = 0; n < links.size(); n += 149) {
        awaitTarget(links.get(n), target(n, n));
      }
    }
  }

  @Test
  void a_full_queue_refuses_or_has_callers_wait_as_is_wanted() throws Exception {
    ExecutorService caller = Executors.newSingleThreadExecutor();
    try (Relay relay = new Relay(port);
        ShortLinkClient refusing = new ShortLinkClient(smallQueue(relay));
        ShortLinkClient blocking =
            new ShortLinkClient(smallQueue(relay).withBlockingQueue(PATIENTLY))) {
      for (ShortLinkClient each : List.of(refusing, blocking)) {
        awaitTarget(each.shortenNow("https://example.com/before"), "https://example.com/before");
      }
      relay.isAway(true);
      // Whether the first one has left the queue yet, it may not know.
      assertThat(madeUntilRefused(refusing)).isBetween(9, 10);
      Future<List<ShortLink>> links =
          caller.submit(
              () ->
                  IntStream.range(0, 30).mapToObj(n -> blocking.shortenNow(target(n, n))).toList());
      int refused = relay.refused();
      await().atMost(SOON).until(() -> relay.refused() > refused + 3);
      assertThat(links.isDone()).isFalse();
      relay.isAway(false);
      awaitTarget(links.get(60, TimeUnit.SECONDS).get(29), target(29, 29));
    } finally {
      caller.shutdownNow();
    }
  }

  private static ShortLinkOptions smallQueue(Relay relay) {
    return through(relay, "sdk-queue").withQueueCapacity(10).withRequests(PATIENTLY, 1);
  }

  private static int madeUntilRefused(ShortLinkClient client) {
    for (int made = 0; made < 100; made++) {
      try {
        client.shortenNow(target(made, made));
      } catch (ShortLinkException full) {
        assertThat(full.code()).isEqualTo(ShortLinkException.QUEUE_FULL);
        return made;
      }
    }
    return 100;
  }

  @Test
  void a_target_that_the_service_refuses_is_told_as_void_and_others_lead_on() {
    Queue<VoidLink> told = new ConcurrentLinkedQueue<>();
    ShortLinkOptions options = options("sdk-void").withVoidLinksTo(told::add);
    ShortLink bad;
    try (ShortLinkClient client = new ShortLinkClient(options)) {
      bad = client.shortenNow("ftp://example.com/");
      awaitTarget(client.shortenNow("https://example.com/good"), "https://example.com/good");
      await().atMost(SOON).until(() -> !told.isEmpty());
      assertThat(told).containsExactly(new VoidLink(bad, "ftp://example.com/", "invalid-url"));
    }
    assertThat(
            jdbc.sql(
                    "SELECT COUNT(*) FROM pool WHERE tier = 7 AND ? BETWEEN first_id AND last_id"
                        + " AND NOT fresh")
                .param(bad.id())
                .query(Integer.class)
                .single())
        .as("somebody has the code: no other link gets it")
        .isZero();
  }

  @Test
  void what_a_killed_process_gave_away_leads_on_once_another_has_its_journal(@TempDir Path folder)
      throws Exception {
    Path journal = folder.resolve("links");
    Process killed = killedClient(journal, 25);
    List<String> codes = new String(killed.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertThat(killed.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(killed.exitValue()).isEqualTo(9);
    assertThat(codes).hasSize(25);
    assertThat(get("/" + codes.get(0)).status()).isEqualTo(404);

    try (ShortLinkClient next = new ShortLinkClient(options("sdk-killed").withJournal(journal))) {
      for (int n : new int[] {0, 24}) {
        awaitTarget(new ShortLink(0, codes.get(n), ""), "https://example.com/killed/" + n);
      }
      next.shortenNow("https://example.com/after");
    }
    assertThat(journal).isEmptyFile();
  }

  private Process killedClient(Path journal, int links) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath(),
            KilledClient.class.getName(),
            "http://127.0.0.1:" + port,
            TestTokens.service("sdk-killed"),
            journal.toString(),
            "" + links)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @Test
  void the_example_with_spring_boot_runs(@TempDir Path folder) throws Exception {
    Path source = folder.resolve("Receipts.java");
    Files.writeString(source, example("## With Spring Boot", "java"));
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-parameters", "-cp", classPath(), source.toString());
    assertThat(compiled).isZero();
    List<PropertySource<?>> settings =
        new YamlPropertySourceLoader()
            .load(
                "readme",
                new ByteArrayResource(example("## With Spring Boot", "yaml").getBytes(UTF_8)));
    try (URLClassLoader classes = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      Class<?> sdk =
          classes.loadClass("dev.storefront.shortlink.sdk.spring.ShortLinkAutoConfiguration");
      assertThat(ImportCandidates.load(AutoConfiguration.class, classes)).contains(sdk.getName());
      new ApplicationContextRunner()
          .withUserConfiguration(classes.loadClass("Receipts"))
          .withConfiguration(AutoConfigurations.of(sdk))
          .withInitializer(
              context -> settings.forEach(context.getEnvironment().getPropertySources()::addLast))
          .withPropertyValues(
              "SHORTLINK_URL=http://127.0.0.1:" + port,
              "SHOP_TOKEN=" + TestTokens.service("sdk-spring"),
              "LINKS_JOURNAL=" + folder.resolve("links"))
          .run(
              shop -> {
                Object shortUrl = shop.getBean("receipt", UnaryOperator.class).apply("17");
                String code = shortUrl.toString().substring("https://s.example/".length());
                awaitTarget(new ShortLink(0, code, ""), "https://www.example.com/orders/17");
              });
    }
    assertThat(leases("sdk-spring", "released_at IS NOT NULL")).isPositive();
  }

  /** The first text in that language below the heading. */
  private static String example(String heading, String language) throws IOException {
    String page = Files.readString(ProjectRoot.find().resolve("shortlink-service/sdk/README.md"));
    String fence = "```" + language + "\n";
    int begin = page.indexOf(fence, page.indexOf(heading)) + fence.length();
    return page.substring(begin, page.indexOf("```", begin));
  }

  @Test
  void the_example_of_the_readme_runs(@TempDir Path folder) throws Exception {
    Path source = folder.resolve("Example.java");
    Files.writeString(source, example("# The SDK of short links", "java"));
    List<String> said = run(source, "sdk-example", folder.resolve("links").toString());
    assertThat(said).hasSize(2).allMatch(line -> line.startsWith("https://s.example/"));
    String pads = said.get(0).substring("https://s.example/".length());
    awaitTarget(new ShortLink(0, pads, ""), "https://www.example.com/brake-pads");
  }

  @Test
  void the_example_of_a_link_before_its_target_runs(@TempDir Path folder) throws Exception {
    Path source = folder.resolve("Labels.java");
    Files.writeString(source, example("## A link before its target", "java"));
    List<String> said = run(source, "sdk-labels");
    assertThat(said).hasSize(1).allMatch(line -> line.startsWith("https://s.example/"));
    String label = said.get(0).substring("https://s.example/".length());
    awaitTarget(new ShortLink(0, label, ""), "https://www.example.com/parcels/4711");
  }

  /** What a program prints that gets the service's address, a token and the other arguments. */
  private List<String> run(Path source, String application, String... others) throws Exception {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            classPath(),
            source.toString(),
            "http://127.0.0.1:" + port,
            TestTokens.service(application));
    Process program =
        new ProcessBuilder(Stream.concat(command.stream(), Stream.of(others)).toList())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> said = new String(program.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(program.exitValue()).as("%s", said).isZero();
    return said;
  }

  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private void awaitTarget(ShortLink link, String target) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> assertThat(get("/" + link.code()).header("Location")).isEqualTo(target));
  }

  private static ShortLinkOptions through(Relay relay, String application) {
    String token = TestTokens.service(application);
    return ShortLinkOptions.of(relay.address(), () -> token).withTier(7);
  }

  private ShortLinkOptions options(String application) {
    String token = TestTokens.service(application);
    return ShortLinkOptions.of(URI.create("http://127.0.0.1:" + port), () -> token)
        .withTier(7)
        .withRequests(Duration.ofSeconds(30), 4);
  }

  private long leases(String application, String condition) {
    return jdbc.sql("SELECT COUNT(*) FROM leases WHERE client_id = ? AND " + condition)
        .param(application)
        .query(Long.class)
        .single();
  }

  private static String target(int caller, int n) {
    return "https://example.com/%d/%d".formatted(caller, n);
  }
}
