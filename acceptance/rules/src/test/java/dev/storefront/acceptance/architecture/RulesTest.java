package dev.storefront.acceptance.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.acceptance.Module;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule holds for the code, and each finds a fault that was planted against it. */
class RulesTest {

  private static final Planted PLANTED = Planted.compile();

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void holds(Rule rule) {
    assertThat(rule.brokenIn(Code.OURS)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void is_seen_to_be_broken(Rule rule) {
    assertThat(rule.brokenIn(PLANTED.faulty()))
        .as("what %s finds, of which something has to name %s", rule, PLANTED.faultOf(rule))
        .anyMatch(found -> found.contains(PLANTED.faultOf(rule)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void is_not_seen_to_be_broken_where_it_is_kept(Rule rule) {
    assertThat(rule.brokenIn(PLANTED.right())).isEmpty();
  }

  @Test
  void all_modules_have_been_compiled() {
    assertThat(Code.OURS.modules())
        .filteredOn(module -> !module.mainSources().isEmpty())
        .allSatisfy(module -> assertThat(module.classes()).isDirectory());
    assertThat(services(Code.OURS)).hasSize(5);
  }

  @Test
  void every_service_has_endpoints() {
    assertThat(services(Code.OURS))
        .allSatisfy(service -> assertThat(ApiRule.typesOf(Code.OURS, service)).isNotEmpty());
  }

  private static List<Module> services(Code code) {
    return code.modules().stream().filter(Module::isService).toList();
  }

  static Stream<Named<Rule>> rules() {
    return Stream.<Rule[]>of(
            HouseRule.values(), BoundaryRule.values(), PackageRule.values(), ApiRule.values())
        .flatMap(Arrays::stream)
        .map(rule -> Named.of(rule.sentence(), rule));
  }
}
