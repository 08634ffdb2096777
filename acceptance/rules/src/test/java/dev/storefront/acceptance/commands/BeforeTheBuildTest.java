package dev.storefront.acceptance.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.acceptance.WorkingCopy;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script in a working copy where nothing is built yet, with a Maven that only says that it ran.
 */
class BeforeTheBuildTest {

  private static final String PORTS =
      "local-stack/src/main/java/dev/storefront/localstack/home/Port.java";
  private static final String HELP =
      "local-stack/src/main/resources/dev/storefront/localstack/cli/help.txt";
  private static final int FAILED = 1;
  private static final int MISUSED = 2;
  private static final String MAVEN = "[ERROR] this Maven builds nothing";

  @TempDir Path root;

  private final PortAssignment ports = PortAssignment.random(new SecureRandom());

  @BeforeEach
  void copy() throws IOException {
    Files.copy(WorkingCopy.path("storefront"), root.resolve("storefront"));
    for (String file : List.of(PORTS, HELP)) {
      Files.createDirectories(root.resolve(file).getParent());
      Files.copy(WorkingCopy.path(file), root.resolve(file));
    }
    Path maven = Files.createDirectory(root.resolve("bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\necho '" + MAVEN + "'\nexit 1\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void a_taken_port_is_told_before_anything_is_built() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      assertThat(run(FAILED, Map.of("USER_TAG_PORT", port), "up"))
          .contains("USER_TAG_PORT is " + port + ", where another program listens")
          .doesNotContain("FITMENT_PORT")
          .doesNotContain(MAVEN);
    }
  }

  @Test
  void a_setting_that_is_no_port_of_its_own_is_told_before_anything_is_built() throws Exception {
    String database = Integer.toString(ports.get(Port.DATABASE));
    Map<String, String> settings =
        Map.of(
            "FITMENT_PORT", "many",
            "BROWSE_HISTORY_PORT", "80",
            "KAFKA_PORT", "65536",
            "USER_TAG_PORT", database);

    assertThat(run(FAILED, settings, "up"))
        .contains("FITMENT_PORT is 'many', but must be a port between 1024 and 65535")
        .contains("BROWSE_HISTORY_PORT is '80', but")
        .contains("KAFKA_PORT is '65536', but")
        .contains(" is " + database + ", as another setting is")
        .doesNotContain(MAVEN);
  }

  @Test
  void with_free_ports_the_build_begins() throws Exception {
    assertThat(run(FAILED, Map.of(), "up")).contains(MAVEN).doesNotContain("cannot be used");
  }

  @ParameterizedTest
  @ValueSource(strings = {"upp", "u", ".*", "up --attach", "up --detach now"})
  void what_is_no_command_is_told_before_anything_is_built(String command) throws Exception {
    assertThat(run(MISUSED, Map.of(), command.split(" ")))
        .containsAnyOf(
            "There is no command '" + command + "'", "usage: ./storefront up [--flink] [--detach]")
        .doesNotContain(MAVEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "--help", "-h"})
  void help_needs_no_build(String command) throws Exception {
    assertThat(run(0, Map.of(), command)).startsWith("usage: ./storefront COMMAND");
  }

  private String run(int exitCode, Map<String, String> settings, String... command)
      throws IOException, InterruptedException {
    File output = root.resolve("output").toFile();
    List<String> line = new ArrayList<>(List.of(root.resolve("storefront").toString()));
    line.addAll(List.of(command));
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(output);
    Map<String, String> environment = builder.environment();
    for (Port port : Port.values()) {
      environment.put(port.setting(), Integer.toString(ports.get(port)));
    }
    environment.putAll(settings);
    environment.put("STOREFRONT_HOME", root.resolve("home").toString());
    environment.put("PATH", root.resolve("bin") + File.pathSeparator + environment.get("PATH"));
    Process script = builder.start();
    if (!script.waitFor(60, TimeUnit.SECONDS)) {
      script.destroyForcibly();
    }
    String text = Files.readString(output.toPath());
    assertThat(script.waitFor()).as(text).isEqualTo(exitCode);
    return text;
  }
}
