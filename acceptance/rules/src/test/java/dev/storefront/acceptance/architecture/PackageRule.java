package dev.storefront.acceptance.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.storefront.acceptance.Module;
import dev.storefront.acceptance.WorkingCopy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Packages by feature, each with few doors. */
enum PackageRule implements Rule {
  PACKAGES_FORM_NO_CYCLE(
      code ->
          Rule.broken(
              slices().assignedFrom(new ByPackage()).should().beFreeOfCycles(), code.main())),

  PACKAGES_ARE_FEATURES_AND_NOT_LAYERS(
      code ->
          code.main().stream()
              .filter(
                  type ->
                      Stream.of(type.getPackageName().split("\\.")).anyMatch(layers()::contains))
              .map(JavaClass::getName)),

  NO_CLASS_IS_A_CATCH_ALL(
      code ->
          code.main().stream()
              .filter(type -> type.getSimpleName().matches(".*(Utils?|Helpers?|Manager|Impl)"))
              .map(JavaClass::getName)),

  EVERY_PACKAGE_IS_NULL_MARKED(
      code -> code.modules().stream().flatMap(PackageRule::packagesWithoutNullMark)),

  A_FEATURE_OF_A_SERVICE_SHOWS_THREE_TYPES_AT_MOST_BESIDES_ITS_VALUES(
      code ->
          code.main().stream()
              .filter(code::isOfService)
              .filter(PackageRule::isShown)
              .filter(type -> !isValue(code, type))
              .collect(
                  Collectors.groupingBy(
                      JavaClass::getPackageName,
                      Collectors.mapping(JavaClass::getName, Collectors.toList())))
              .entrySet()
              .stream()
              .filter(shown -> shown.getValue().size() > 3)
              .filter(shown -> !encodings().contains(shown.getKey()))
              .map(Map.Entry::getValue)
              .map(List::toString)),

  WHAT_ONLY_ITS_OWN_PACKAGE_USES_IS_PACKAGE_PRIVATE(
      code ->
          code.main().stream()
              .filter(PackageRule::isShown)
              .filter(Predicate.not(PackageRule::isMadeByName))
              .filter(Predicate.not(PackageRule::isForAllInTheirTime))
              // For other teams.
              .filter(type -> !code.isIn("shortlink-service/sdk", type))
              // For the service, its jobs and the tests of both.
              .filter(type -> !type.getPackageName().equals("dev.storefront.history.core"))
              // Flink carries public records alone from one step to the next.
              .filter(type -> !(type.isRecord() && isOfAJob(type)))
              .filter(
                  type ->
                      code.users().inMain(code, type).isEmpty() && !code.users().areInTests(type))
              .map(JavaClass::getName)),

  WHAT_ONE_SERVICE_ALONE_USES_IS_NOT_COMMON(
      code ->
          code.main().stream()
              .filter(PackageRule::isShown)
              .filter(type -> code.isIn("common-lib", type))
              .filter(Predicate.not(PackageRule::isForAllInTheirTime))
              .filter(type -> code.users().inMain(code, type).size() == 1)
              .filter(type -> code.users().inMain(code, type).stream().anyMatch(Module::isService))
              .map(JavaClass::getName));

  private final Check check;

  PackageRule(Check check) {
    this.check = check;
  }

  @Override
  public Stream<String> brokenIn(Code code) {
    return check.apply(code);
  }

  /** Not features: what a service's features write their data with. */
  private static Set<String> encodings() {
    return Set.of("dev.storefront.fitment.bitmap");
  }

  private static Set<String> layers() {
    return Set.of(
        "api",
        "controller",
        "controllers",
        "dao",
        "dto",
        "entity",
        "helper",
        "helpers",
        "impl",
        "manager",
        "misc",
        "model",
        "repository",
        "rest",
        "service",
        "services",
        "util",
        "utils");
  }

  private static boolean isShown(JavaClass type) {
    return type.isTopLevelClass()
        && type.getModifiers().contains(JavaModifier.PUBLIC)
        && !type.getSimpleName().equals("package-info");
  }

  /** Records, enums, refusals, faults and annotations say what a feature talks about. */
  private static boolean isValue(Code code, JavaClass type) {
    return type.isRecord()
        || type.isEnum()
        || type.isAnnotation()
        || type.isAssignableTo(Throwable.class)
        || isSealed(code, type);
  }

  /** The class file says it too, but ArchUnit does not read it. */
  private static boolean isSealed(Code code, JavaClass type) {
    Path file = Path.of(type.getSimpleName() + ".java");
    return code.moduleOf(type).stream()
        .flatMap(module -> module.mainSources().stream())
        .filter(source -> source.endsWith(file))
        .anyMatch(source -> WorkingCopy.read(source).contains(" sealed "));
  }

  /** Every service that keeps something in Redis is to use these: docs/redis-fallback.md. */
  private static boolean isForAllInTheirTime(JavaClass type) {
    return Set.of("RedisFallbackListener", "RedisDoubt", "HashSlots", "FallbackNames")
        .contains(type.getSimpleName());
  }

  private static boolean isOfAJob(JavaClass type) {
    return Set.of(
            "dev.storefront.history.ingest",
            "dev.storefront.history.lake",
            "dev.storefront.history.offline")
        .contains(type.getPackageName());
  }

  /** Started by Java, or made by Spring Boot's or Tomcat's own code. */
  private static boolean isMadeByName(JavaClass type) {
    return type.getMethods().stream().anyMatch(method -> method.getName().equals("main"))
        || type.isAnnotatedWith("org.springframework.boot.actuate.endpoint.annotation.Endpoint")
        || type.getSimpleName().endsWith("ReportValve");
  }

  private static Stream<String> packagesWithoutNullMark(Module module) {
    Set<Path> marked =
        module.mainSources().stream()
            .filter(file -> file.endsWith("package-info.java"))
            .filter(file -> WorkingCopy.read(file).contains("@NullMarked"))
            .map(Path::getParent)
            .collect(Collectors.toSet());
    return module.mainSources().stream()
        .map(Path::getParent)
        .distinct()
        .filter(Predicate.not(marked::contains))
        .map(Path::toString);
  }

  private record ByPackage() implements SliceAssignment {

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return type.getPackageName().startsWith("dev.storefront")
          ? SliceIdentifier.of(type.getPackageName())
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }
}
