package dev.storefront.acceptance.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.storefront.acceptance.Module;
import dev.storefront.acceptance.WorkingCopy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a module may know of the others. */
enum BoundaryRule implements Rule {
  A_MODULE_IMPORTS_ONLY_THE_COMMON_GROUND(
      code ->
          code.modules().stream()
              .flatMap(
                  module ->
                      foreignDependencies(code, code.main(), module)
                          .filter(
                              dependency ->
                                  !mayUse(module, targetOf(code, dependency).orElseThrow())))
              .map(Dependency::getDescription)),

  THE_TESTS_OF_A_MODULE_IMPORT_NO_OTHER_SERVICE(
      code ->
          code.modules().stream()
              .flatMap(module -> foreignDependencies(code, code.tests(), module))
              .filter(dependency -> code.isOfService(dependency.getTargetClass()))
              .map(Dependency::getDescription)),

  THE_SDK_NEEDS_NO_FRAMEWORK(code -> usesOfAFramework(code, "shortlink-service/sdk")),

  LUA_SCRIPTS_NEED_NO_FRAMEWORK(code -> usesOfAFramework(code, "lua-scripts")),

  COMMON_LIB_KNOWS_NO_TOPIC_OF_ANY_SERVICE(
      code ->
          code.module("common-lib").files("src/main", "").stream()
              .filter(Files::isRegularFile)
              .filter(file -> topics().matcher(withoutComments(file)).find())
              .map(Path::toString)),

  /** Its own are in its folder {@code db}. */
  COMMON_LIB_KNOWS_NO_TABLE_OF_A_SERVICE(
      code ->
          code.module("common-lib").files("src/main", ".java").stream()
              .filter(file -> sql().matcher(ownTablesLeftOut(code, file)).find())
              .map(Path::toString));

  private final Check check;

  BoundaryRule(Check check) {
    this.check = check;
  }

  @Override
  public Stream<String> brokenIn(Code code) {
    return check.apply(code);
  }

  private static boolean mayUse(Module module, Module other) {
    Set<String> commonGround = Set.of("common-lib", "lua-scripts");
    Map<String, Set<String>> others =
        Map.of(
            "lua-scripts", Set.of(),
            "common-lib", Set.of("lua-scripts"),
            "local-stack", Set.of(),
            "shortlink-service/sdk", Set.of(),
            "browse-history-service/core", Set.of("lua-scripts"),
            "browse-history-service",
                Set.of("common-lib", "lua-scripts", "browse-history-service/core"),
            "browse-history-service/jobs", Set.of("lua-scripts", "browse-history-service/core"),
            // Measures the services from outside, and the layouts of two from within.
            "benchmarks",
                Set.of(
                    "local-stack",
                    "common-lib",
                    "lua-scripts",
                    "fitment-service",
                    "user-tag-service",
                    "shortlink-service/sdk"));
    return others.getOrDefault(module.name(), commonGround).contains(other.name());
  }

  private static Pattern topics() {
    return Pattern.compile(
        "page-views|product-changes|fitment-changes|flash-sale|shortlink|user-tag|audience-events");
  }

  private static Pattern sql() {
    return Pattern.compile(
        "(?i)\\b(insert into \\w|select .+ from \\w|update \\w+ set|create table \\w)");
  }

  private static Pattern createdTable() {
    return Pattern.compile("(?i)create table (?:if not exists )?(\\w+)");
  }

  private static String ownTablesLeftOut(Code code, Path file) {
    String text = WorkingCopy.read(file);
    // Tables of which each service has its own copy are there for common-lib's tests.
    for (Path migration :
        Stream.of("src/main", "src/test")
            .flatMap(sources -> code.module("common-lib").files(sources, ".sql").stream())
            .toList()) {
      for (MatchResult own :
          createdTable().matcher(WorkingCopy.read(migration)).results().toList()) {
        text = text.replaceAll("\\b" + own.group(1) + "\\b", "");
      }
    }
    return text;
  }

  private static String withoutComments(Path file) {
    return WorkingCopy.read(file).replaceAll("(?s)/\\*.*?\\*/|//[^\n]*|(?m)^ *#[^\n]*", "");
  }

  private static Stream<String> usesOfAFramework(Code code, String module) {
    return dependenciesOf(code, code.main(), code.module(module))
        // What a jar has for applications with Spring is apart.
        .filter(dependency -> !dependency.getOriginClass().getPackageName().endsWith(".sdk.spring"))
        .filter(
            dependency ->
                dependency.getTargetClass().getPackageName().startsWith("org.springframework"))
        .map(Dependency::getDescription);
  }

  private static Stream<Dependency> foreignDependencies(
      Code code, JavaClasses classes, Module module) {
    return dependenciesOf(code, classes, module)
        .filter(
            dependency ->
                targetOf(code, dependency).filter(target -> !target.equals(module)).isPresent());
  }

  private static Optional<Module> targetOf(Code code, Dependency dependency) {
    return code.moduleOf(dependency.getTargetClass());
  }

  private static Stream<Dependency> dependenciesOf(Code code, JavaClasses classes, Module module) {
    return classes.stream()
        .filter(type -> code.moduleOf(type).filter(module::equals).isPresent())
        .map(JavaClass::getDirectDependenciesFromSelf)
        .flatMap(Set::stream);
  }
}
