package dev.storefront.web.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** Where the start page asks for each service's health, by the settings that the suite has. */
class StatusPropertiesTest {

  @Test
  void under_the_profile_local_all_is_on_the_services_own_ports() {
    settings(
        "local",
        settings -> {
          assertThat(settings.services().stream().map(settings::healthOf))
              .map(Object::toString)
              .containsExactlyElementsOf(addresses("http://127.0.0.1:808%d"));
          assertThat(settings.services().stream().map(settings::apiPageOf))
              .map(Object::toString)
              .containsExactlyElementsOf(addresses("http://127.0.0.1:808%d/swagger-ui.html"));
        });
  }

  @Test
  void elsewhere_health_and_documents_are_on_the_management_ports() {
    settings(
        "elsewhere",
        settings -> {
          assertThat(settings.services().stream().map(settings::healthOf))
              .map(Object::toString)
              .containsExactlyElementsOf(addresses("http://127.0.0.1:908%d"));
          assertThat(settings.services().stream().map(settings::apiPageOf))
              .map(Object::toString)
              .containsExactlyElementsOf(
                  addresses("http://127.0.0.1:908%d/actuator/swagger-ui/index.html"));
          assertThat(settings.services().stream().map(StorefrontService::url))
              .map(Object::toString)
              .containsExactlyElementsOf(addresses("http://127.0.0.1:808%d"));
        });
  }

  private static Iterable<String> addresses(String form) {
    return IntStream.rangeClosed(1, 5).mapToObj(form::formatted).toList();
  }

  private static void settings(String profile, Consumer<StatusProperties> check) {
    new ApplicationContextRunner()
        .withPropertyValues("spring.profiles.active=" + profile)
        .withInitializer(new ConfigDataApplicationContextInitializer())
        .withUserConfiguration(Bound.class)
        .run(context -> check.accept(context.getBean(StatusProperties.class)));
  }

  @Configuration(proxyBeanMethods = false)
  @EnableConfigurationProperties(StatusProperties.class)
  static class Bound {}
}
