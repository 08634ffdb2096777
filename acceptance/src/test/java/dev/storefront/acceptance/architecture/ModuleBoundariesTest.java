package dev.storefront.acceptance.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import dev.storefront.acceptance.Module;
import dev.storefront.acceptance.WorkingCopy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModuleBoundariesTest {

  private static final Set<String> COMMON_GROUND = Set.of("common-lib", "lua-scripts");
  private static final Map<String, Set<String>> ALLOWED =
      Map.of(
          "lua-scripts", Set.of(),
          "common-lib", Set.of("lua-scripts"),
          "local-stack", Set.of(),
          "shortlink-service/sdk", Set.of(),
          // Measures the services from outside, and the layouts of one from within.
          "benchmarks", Set.of("local-stack", "common-lib", "lua-scripts", "fitment-service"));

  @Test
  void all_modules_have_been_compiled() {
    assertThat(Code.MODULES)
        .filteredOn(module -> !module.mainSources().isEmpty())
        .allSatisfy(module -> assertThat(module.classes()).isDirectory());
    assertThat(Code.MODULES.stream().filter(Module::isService)).hasSize(5);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("modules")
  void a_module_imports_only_the_common_ground(Module module) {
    Set<String> allowed = ALLOWED.getOrDefault(module.name(), COMMON_GROUND);
    assertThat(foreignDependencies(Code.MAIN.stream(), module, allowed)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("modules")
  void the_tests_of_a_module_import_no_other_service(Module module) {
    assertThat(foreignDependencies(Code.TESTS.stream(), module, Set.of()))
        .noneMatch(dependency -> Code.isOfService(dependency.getTargetClass()));
  }

  @Test
  void the_sdk_needs_no_framework() {
    assertThat(
            dependenciesOf(Code.MAIN.stream(), "shortlink-service/sdk")
                .filter(dependency -> isFramework(dependency.getTargetClass())))
        .isEmpty();
  }

  @Test
  void lua_scripts_need_no_framework() {
    assertThat(
            dependenciesOf(Code.MAIN.stream(), "lua-scripts")
                .filter(dependency -> isFramework(dependency.getTargetClass())))
        .isEmpty();
  }

  @Test
  void common_lib_knows_no_topic_of_any_service() {
    Pattern topics =
        Pattern.compile(
            "page-views|product-changes|fitment-changes|flash-sale|shortlink|user-tag|audience-events");
    List<Path> knowing =
        common().files("src/main", "").stream()
            .filter(Files::isRegularFile)
            .filter(file -> topics.matcher(withoutComments(file)).find())
            .toList();
    assertThat(knowing).isEmpty();
  }

  @Test
  void common_lib_knows_no_table() {
    Pattern sql =
        Pattern.compile("(?i)\\b(insert into|select .+ from|update \\w+ set|create table)\\b");
    assertThat(common().files("src/main", ".java"))
        .noneMatch(file -> sql.matcher(WorkingCopy.read(file)).find());
    assertThat(common().files("src/main", ".sql")).isEmpty();
  }

  static Stream<Module> modules() {
    return Code.MODULES.stream();
  }

  private static Module common() {
    return Code.MODULES.stream()
        .filter(module -> module.name().equals("common-lib"))
        .findFirst()
        .orElseThrow();
  }

  private static String withoutComments(Path file) {
    return WorkingCopy.read(file).replaceAll("(?s)/\\*.*?\\*/|//[^\n]*|(?m)^ *#[^\n]*", "");
  }

  private static boolean isFramework(JavaClass type) {
    return type.getPackageName().startsWith("org.springframework");
  }

  private static Stream<Dependency> dependenciesOf(Stream<JavaClass> classes, String module) {
    return classes
        .filter(type -> Code.moduleOf(type).filter(m -> m.name().equals(module)).isPresent())
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream());
  }

  private static List<Dependency> foreignDependencies(
      Stream<JavaClass> classes, Module module, Set<String> allowed) {
    return dependenciesOf(classes, module.name())
        .filter(
            dependency -> {
              Optional<Module> target = Code.moduleOf(dependency.getTargetClass());
              return target.isPresent()
                  && !target.get().equals(module)
                  && !allowed.contains(target.get().name());
            })
        .toList();
  }
}
