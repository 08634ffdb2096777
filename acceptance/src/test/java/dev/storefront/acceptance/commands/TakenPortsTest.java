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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script in a working copy where nothing is built yet, with a Maven that only says that it ran.
 */
class TakenPortsTest {

  private static final String PORTS =
      "local-stack/src/main/java/dev/storefront/localstack/home/Port.java";
  private static final String MAVEN = "[ERROR] this Maven builds nothing";

  @TempDir Path root;

  private final PortAssignment ports = PortAssignment.random(new SecureRandom());

  @BeforeEach
  void copy() throws IOException {
    Files.copy(WorkingCopy.path("storefront"), root.resolve("storefront"));
    Files.createDirectories(root.resolve(PORTS).getParent());
    Files.copy(WorkingCopy.path(PORTS), root.resolve(PORTS));
    Path maven = Files.createDirectory(root.resolve("bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\necho '" + MAVEN + "'\nexit 1\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void a_taken_port_is_told_before_anything_is_built() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      assertThat(up(Map.of("USER_TAG_PORT", port)))
          .contains(port + ", where USER_TAG_PORT is to listen")
          .doesNotContain("FITMENT_PORT")
          .doesNotContain(MAVEN);
    }
  }

  @Test
  void with_free_ports_the_build_begins() throws Exception {
    assertThat(up(Map.of())).contains(MAVEN).doesNotContain("taken");
  }

  private String up(Map<String, String> settings) throws IOException, InterruptedException {
    File output = root.resolve("output").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(root.resolve("storefront").toString(), "up")
            .redirectErrorStream(true)
            .redirectOutput(output);
    Map<String, String> environment = builder.environment();
    for (Port port : Port.values()) {
      environment.put(port.setting(), Integer.toString(ports.get(port)));
    }
    environment.putAll(settings);
    environment.put("STOREFRONT_HOME", root.resolve("home").toString());
    environment.put("PATH", root.resolve("bin") + File.pathSeparator + environment.get("PATH"));
    Process up = builder.start();
    if (!up.waitFor(60, TimeUnit.SECONDS)) {
      up.destroyForcibly();
    }
    String text = Files.readString(output.toPath());
    assertThat(up.waitFor()).as(text).isEqualTo(1);
    return text;
  }
}
