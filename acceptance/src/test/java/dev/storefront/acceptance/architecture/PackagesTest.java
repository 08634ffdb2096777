package dev.storefront.acceptance.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.storefront.acceptance.Module;
import dev.storefront.acceptance.WorkingCopy;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Packages by feature, each with one door. */
class PackagesTest {

  /** Not features: what a service's features write their data with. */
  private static final Set<String> ENCODINGS = Set.of("dev.storefront.fitment.bitmap");

  private static final Set<String> LAYERS =
      Set.of(
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
  private static final String CATCH_ALL_NAME = ".*(Utils?|Helpers?|Manager|Impl)";

  @Test
  void packages_form_no_cycle() {
    slices().assignedFrom(new ByPackage()).should().beFreeOfCycles().check(Code.MAIN);
  }

  @Test
  void packages_are_features_and_not_layers() {
    assertThat(Code.MAIN.stream().map(JavaClass::getPackageName).distinct())
        .noneMatch(name -> Stream.of(name.split("\\.")).anyMatch(LAYERS::contains));
  }

  @Test
  void no_class_is_a_catch_all() {
    assertThat(Code.MAIN.stream().map(JavaClass::getSimpleName))
        .noneMatch(name -> name.matches(CATCH_ALL_NAME));
  }

  @Test
  void every_package_is_null_marked() {
    assertThat(WorkingCopy.modules().stream().flatMap(PackagesTest::packagesWithoutNullMark))
        .isEmpty();
  }

  @Test
  void a_feature_of_a_service_shows_one_type_besides_its_values() {
    var shown =
        Code.MAIN.stream()
            .filter(Code::isOfService)
            .filter(PackagesTest::isShown)
            .filter(Predicate.not(PackagesTest::isValue))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getPackageName,
                    TreeMap::new,
                    Collectors.mapping(JavaClass::getSimpleName, Collectors.toList())));
    shown.values().removeIf(names -> names.size() == 1);
    shown.keySet().removeAll(ENCODINGS);
    assertThat(shown).isEmpty();
  }

  @Test
  void what_only_its_own_package_uses_is_package_private() {
    assertThat(
            Code.MAIN.stream()
                .filter(PackagesTest::isShown)
                .filter(Predicate.not(PackagesTest::isMadeByName))
                .filter(Predicate.not(PackagesTest::isForOtherTeams))
                .filter(type -> Users.inMain(type).isEmpty() && !Users.areInTests(type))
                .map(JavaClass::getName))
        .isEmpty();
  }

  @Test
  void what_one_service_alone_uses_is_not_common() {
    assertThat(
            Code.MAIN.stream()
                .filter(PackagesTest::isShown)
                .filter(type -> isIn("common-lib", type))
                .filter(type -> Users.inMain(type).size() == 1)
                .filter(type -> Users.inMain(type).stream().anyMatch(Module::isService))
                .map(JavaClass::getName))
        .isEmpty();
  }

  private static boolean isShown(JavaClass type) {
    return type.isTopLevelClass()
        && type.getModifiers().contains(JavaModifier.PUBLIC)
        && !type.getSimpleName().equals("package-info");
  }

  /** Records, enums, refusals, faults and annotations say what a feature talks about. */
  private static boolean isValue(JavaClass type) {
    return type.isRecord()
        || type.isEnum()
        || type.isAnnotation()
        || type.isAssignableTo(Throwable.class)
        || isSealed(type);
  }

  /** The class file says it too, but ArchUnit does not read it. */
  private static boolean isSealed(JavaClass type) {
    Path file = Path.of(type.getSimpleName() + ".java");
    return Code.moduleOf(type).stream()
        .flatMap(module -> module.mainSources().stream())
        .filter(source -> source.endsWith(file))
        .anyMatch(source -> WorkingCopy.read(source).contains(" sealed "));
  }

  /** Started by Java, or made by Spring Boot's or Tomcat's own code. */
  private static boolean isMadeByName(JavaClass type) {
    return type.getMethods().stream().anyMatch(method -> method.getName().equals("main"))
        || type.isAnnotatedWith("org.springframework.boot.actuate.endpoint.annotation.Endpoint")
        || type.getSimpleName().endsWith("ReportValve");
  }

  private static boolean isForOtherTeams(JavaClass type) {
    return isIn("shortlink-service/sdk", type);
  }

  private static boolean isIn(String module, JavaClass type) {
    return Code.moduleOf(type).filter(found -> found.name().equals(module)).isPresent();
  }

  private static Stream<Path> packagesWithoutNullMark(Module module) {
    Set<Path> marked =
        module.mainSources().stream()
            .filter(file -> file.endsWith("package-info.java"))
            .filter(file -> WorkingCopy.read(file).contains("@NullMarked"))
            .map(Path::getParent)
            .collect(Collectors.toSet());
    return module.mainSources().stream()
        .map(Path::getParent)
        .distinct()
        .filter(Predicate.not(marked::contains));
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
