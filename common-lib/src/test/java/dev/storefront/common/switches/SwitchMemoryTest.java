package dev.storefront.common.switches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.security.auth.module.UnixSystem;
import dev.storefront.common.namespace.Namespace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class SwitchMemoryTest {

  private static final Map<String, String> CLOSED = Map.of("closed", "true");

  @TempDir private Path folder;

  @Test
  void a_service_that_starts_while_the_centre_is_away_goes_on_with_what_was_set_last()
      throws Exception {
    Files.writeString(folder.resolve("t1-sale.properties"), "grabs-closed=true");

    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(SwitchesAutoConfiguration.class))
        .withBean(Namespace.class, () -> new Namespace("t1"))
        .withPropertyValues(
            "spring.application.name=sale",
            "storefront.zookeeper.connect=127.0.0.1:1",
            "storefront.switches.kept-in=" + folder)
        .run(
            context ->
                assertThat(
                        context.getBean(Switches.class).defineBoolean("grabs-closed", false).get())
                    .isTrue());
  }

  @Test
  void a_folder_among_others_is_for_the_service_alone() throws Exception {
    Path own = folder.resolve("storefront-sale");
    SwitchMemory memory = new SwitchMemory(own, true, "sale");
    memory.keep(CLOSED);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
        .isEqualTo("rwx------");
    assertThat(memory.load()).isEqualTo(CLOSED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwx-w----", "rwx----w-"})
  void a_folder_that_others_may_write_to_is_ignored(String permissions, CapturedOutput output)
      throws Exception {
    new SwitchMemory(folder, true, "sale").keep(CLOSED);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
    assertIgnored(output);
  }

  @Test
  void a_folder_of_somebody_else_is_ignored(CapturedOutput output) throws Exception {
    new SwitchMemory(folder, true, "sale").keep(CLOSED);
    assumeThat(new UnixSystem().getUid()).as("only root gives a folder away").isZero();
    Files.setAttribute(folder, "unix:uid", 65_534);
    assertIgnored(output);
  }

  private void assertIgnored(CapturedOutput output) throws Exception {
    SwitchMemory memory = new SwitchMemory(folder, true, "sale");
    assertThat(memory.load()).isEmpty();
    memory.keep(Map.of("closed", "false"));
    assertThat(Files.readString(folder.resolve("sale.properties"))).contains("closed=true");
    assertThat(output.toString().split("Others may write to", -1)).hasSize(2);
    // Where an operator said to keep them, it is theirs to see to that.
    assertThat(new SwitchMemory(folder, false, "sale").load()).isEqualTo(CLOSED);
  }
}
