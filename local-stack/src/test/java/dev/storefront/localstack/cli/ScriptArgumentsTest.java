package dev.storefront.localstack.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script itself, with this build's classes. */
class ScriptArgumentsTest {

  private static final Path SCRIPT = Path.of("../storefront");
  private static final Path HELP =
      Path.of("src/main/resources/dev/storefront/localstack/cli/help.txt");
  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir private Path root;

  @Test
  void letters_of_arguments_arrive_also_where_the_locale_knows_ascii_alone() throws Exception {
    assumeThat(said("locale -a", SCRIPT)).containsPattern("(?i)(C|en_US)\\.utf-?8");
    Path script = copied();

    // Written in octal: the locale of this build may know no more.
    String said = said("exec sh \"$0\" demo \"$(printf 'Zo\\303\\253')\"", script);

    assertThat(said).contains("takes no options, got [Zo\u00eb]");
  }

  /** With what it takes for a stack that is built. */
  private Path copied() throws IOException {
    Path help = root.resolve("local-stack").resolve(HELP);
    Path target = Files.createDirectories(root.resolve("local-stack/target"));
    Files.createDirectories(help.getParent());
    Files.copy(HELP, help);
    Files.createFile(target.resolve("local-stack.jar"));
    Files.writeString(target.resolve("classpath"), System.getProperty("java.class.path"));
    return Files.copy(SCRIPT, root.resolve("storefront"));
  }

  private String said(String shell, Path script) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", shell, script.toString());
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("STOREFRONT_HOME", root.resolve("home").toString());
    Path output = root.resolve("output");
    Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    assertThat(process.waitFor(LONG.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    return Files.readString(output, StandardCharsets.UTF_8);
  }
}
