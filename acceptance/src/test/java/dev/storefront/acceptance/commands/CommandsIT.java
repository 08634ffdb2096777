package dev.storefront.acceptance.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.acceptance.suite.Call;
import dev.storefront.acceptance.suite.Reply;
import dev.storefront.acceptance.suite.RunningSuite;
import dev.storefront.acceptance.suite.Scope;
import dev.storefront.acceptance.suite.Service;
import dev.storefront.acceptance.suite.Storefront;
import dev.storefront.acceptance.suite.Storefront.Finished;
import dev.storefront.acceptance.suite.WithSuite;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that leave the running suite as it is. */
@WithSuite
@Order(3)
class CommandsIT {

  private static final String JWT = "[\\w-]+\\.[\\w-]+\\.[\\w-]+";

  private final RunningSuite suite;

  CommandsIT(RunningSuite suite) {
    this.suite = suite;
  }

  @Test
  void status_has_a_line_for_each_process_with_port_pid_and_health() {
    Finished status = suite.storefront().run("status");
    assertThat(status.exitCode()).isZero();
    Map<String, Long> processes = suite.processes();
    assertThat(
            Stream.concat(
                Stream.of(Service.values()).map(Service::toString),
                Stream.of(
                    "storefront", "redis-1", "redis-2", "redis-3", "kafka", "database", "hbase")))
        .allSatisfy(
            name ->
                assertThat(status.out())
                    .containsPattern(
                        "(?m)^%s +\\d+ +%d .*\\bup$".formatted(name, processes.get(name))));
    assertThat(status.out()).containsPattern("\\d+ MiB +of 4096 MiB");
  }

  @Test
  void demo_loads_what_is_missing_and_says_so_when_nothing_is() {
    Finished demo = suite.storefront().run("demo");
    assertThat(demo.exitCode()).as("%s", demo).isZero();
    assertThat(suite.storefront().run("demo").out()).isEqualTo("All demo data is there.\n");
  }

  /** A JVM that may not start without its archive starts with that of each service. */
  @Test
  void every_service_runs_from_an_archive_of_its_classes_that_holds() throws Exception {
    Map<String, List<String>> services =
        suite.commands().entrySet().stream()
            .filter(process -> process.getValue().contains("program/service.jar"))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    assertThat(services).hasSize(6);
    for (Map.Entry<String, List<String>> service : services.entrySet()) {
      List<String> command = new ArrayList<>(service.getValue());
      boolean aotCache = command.stream().anyMatch(flag -> flag.startsWith("-XX:AOTCache="));
      command.add(1, aotCache ? "-XX:AOTMode=on" : "-Xshare:on");
      command.set(command.indexOf("-jar"), "-cp");
      command.add("-version");
      assertThat(command).anyMatch(flag -> flag.matches("-XX:(AOTCache|SharedArchiveFile)=.+"));
      Process strict =
          new ProcessBuilder(command)
              .directory(suite.home().data(service.getKey()).toFile())
              .redirectErrorStream(true)
              .start();
      String said = new String(strict.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(strict.waitFor()).as("%s: %s", service, said).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--user alice", "--guest 7f3c", "--operator", "--service order-app"})
  void token_prints_a_token_alone(String options) {
    Finished token = suite.storefront().run(("token " + options).split(" "));
    assertThat(token.exitCode()).as("%s", token).isZero();
    assertThat(token.out()).matches(JWT + "\n");
  }

  @Test
  void a_printed_token_is_believed() {
    String token = suite.storefront().run("token", "--user", "alice").out().trim();
    Reply reply =
        suite.send(Service.BROWSE_HISTORY, Call.of("GET", "/api/v1/history/count").token(token));
    assertThat(reply.status()).as("%s", reply).isEqualTo(200);
  }

  @Test
  void token_for_nobody_explains_itself() {
    Finished token = suite.storefront().run("token");
    assertThat(token.exitCode()).isNotZero();
    assertThat(token.out()).isEmpty();
    assertThat(token.err()).contains("--user");
  }

  @Test
  void the_doctor_finds_a_running_suite_well() {
    Finished doctor = suite.storefront().run("doctor");
    assertThat(doctor.exitCode()).as("%s", doctor).isZero();
    assertThat(doctor.out()).isNotBlank();
  }

  @Test
  void the_tour_shows_five_working_examples_whatever_its_users_did_before() {
    String grab =
        """
        {"orderId": "before-the-tour", "items": [{"promotionId": 7001, "quantity": 2}]}\
        """;
    Reply bought =
        suite.send(Service.FLASH_SALE, Scope.USER, Call.of("POST", "/api/v1/grabs").json(grab));
    assertThat(bought.status()).as("%s", bought).isIn(200, 201);
    Finished tour = suite.storefront().run("tour");
    assertThat(tour.out().lines().filter(line -> line.startsWith("!!"))).isEmpty();
    assertThat(tour.exitCode()).as("%s", tour).isZero();
    for (Service service : Service.values()) {
      assertThat(tour.out()).contains(service.toString());
    }
    assertThat(tour.out()).contains("curl ");
  }

  @Test
  void a_switch_is_shown_set_and_set_back() {
    String service = "flash-sale-service";
    assertThat(switched(0, service).out()).containsPattern("(?m)^grabs-closed +false$");
    assertThat(switched(0, service, "grabs-closed", "true").out()).isEqualTo("true\n");
    try {
      assertThat(switched(0, service, "grabs-closed").out()).isEqualTo("true\n");
      assertThat(switched(1, service, "grabs-closed", "perhaps").err()).contains("stays true");
      assertThat(switched(0, service, "grabs-closed", "ON").out()).isEqualTo("true\n");
      assertThat(switched(0, service, "promotion-rate.7001", "500/1").out()).contains("500");
    } finally {
      switched(0, service, "promotion-rate.7001", "--default");
      assertThat(switched(0, service, "grabs-closed", "--default").out()).isEqualTo("false\n");
    }
    assertThat(switched(2, service, "grabs-close", "true").err()).contains("grabs-closed");
    assertThat(switched(2, "flash-sale").err()).contains("flash-sale-service");
    assertThat(switched(2, "storefront").err()).contains("no service 'storefront'");
  }

  private Finished switched(int exitCode, String... options) {
    String[] command =
        Stream.concat(Stream.of("switch"), Stream.of(options)).toArray(String[]::new);
    Finished finished = suite.storefront().run(command);
    assertThat(finished.exitCode()).as("%s", finished).isEqualTo(exitCode);
    return finished;
  }

  @Test
  void topic_prints_the_last_records() {
    Finished topic = suite.storefront().run("topic", "product-changes", "-n", "2");
    assertThat(topic.exitCode()).as("%s", topic).isZero();
    assertThat(topic.out().lines()).hasSize(2).allMatch(line -> line.contains("\"skuId\":"));
    Finished unknown = suite.storefront().run("topic", "product-change");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("product-changes");
  }

  @Test
  void a_second_up_says_that_it_is_already_up() {
    Map<String, Long> before = suite.processes();
    Finished up = suite.storefront().run("up", "--detach");
    assertThat(up.exitCode()).as("%s", up).isZero();
    assertThat(up.out()).containsIgnoringCase("already up");
    assertThat(suite.processes()).isEqualTo(before);
  }

  @Test
  void logs_follow_a_process(@TempDir Path folder) throws IOException {
    Path out = folder.resolve("out");
    Process logs = suite.storefront().start(out, folder.resolve("err"), "logs", "fitment-service");
    try {
      await().atMost(Duration.ofMinutes(2)).until(() -> Files.size(out) > 0);
      assertThat(logs.isAlive()).isTrue();
    } finally {
      logs.descendants().forEach(ProcessHandle::destroy);
      logs.destroy();
    }
  }

  @Test
  void logs_of_nobody_name_those_that_there_are() {
    Finished logs = suite.storefront().run("logs", "nobody");
    assertThat(logs.exitCode()).isNotZero();
    assertThat(logs.err()).contains("fitment-service");
  }

  @Test
  void an_unknown_command_says_how_to_see_the_known_ones() {
    Finished unknown = suite.storefront().run("fly");
    assertThat(unknown.exitCode()).isNotZero();
    assertThat(unknown.err()).contains("'fly'", "./storefront help");
    assertThat(suite.storefront().run("help").out())
        .contains("up", "down", "status", "token", "doctor", "reset", "logs");
  }

  @Test
  void reset_does_nothing_when_it_is_misspelt() {
    Finished reset = suite.storefront().run("reset", "fitment-service");
    assertThat(reset.exitCode()).isEqualTo(2);
    assertThat(reset.err()).contains("takes no options");
    assertThat(suite.processes()).isNotEmpty();
  }

  @Test
  void a_busy_port_is_named_before_anything_starts(@TempDir Path folder) throws IOException {
    Home fresh = new Home(folder);
    Storefront storefront = new Storefront(folder);
    PortAssignment free = PortAssignment.storedOrRandom(fresh, new SecureRandom());
    for (Port port : Port.values()) {
      storefront.with(port.setting(), Integer.toString(free.get(port)));
    }
    int busy = free.get(Port.FLASH_SALE);
    try (ServerSocket occupant = new ServerSocket(busy, 1, InetAddress.getByName("127.0.0.1"))) {
      Finished up = storefront.run("up", "--detach");
      assertThat(up.exitCode()).isNotZero();
      assertThat(up.err())
          .contains(Integer.toString(occupant.getLocalPort()), Port.FLASH_SALE.setting());
      assertThat(fresh.runs())
          .satisfiesAnyOf(
              runs -> assertThat(runs).doesNotExist(), runs -> assertThat(runs).isEmptyDirectory());
    }
  }

  @Test
  void down_where_nothing_runs_is_fine(@TempDir Path folder) {
    assertThat(new Storefront(folder).run("down").exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"down everything", "status kafka", "topic", "switch"})
  void a_command_that_is_misused_says_how_it_is_used_also_where_nothing_runs(
      String command, @TempDir Path folder) {
    Finished misused = new Storefront(folder.resolve("home")).run(command.split(" "));
    assertThat(misused.exitCode()).as("%s", misused).isEqualTo(2);
    assertThat(misused.err()).contains("usage: ./storefront " + command.split(" ")[0]);
  }
}
