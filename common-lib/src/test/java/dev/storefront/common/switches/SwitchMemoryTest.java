package dev.storefront.common.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.namespace.Namespace;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SwitchMemoryTest {

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
}
