package dev.storefront.acceptance.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import dev.storefront.acceptance.Module;
import dev.storefront.acceptance.WorkingCopy;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HouseRulesTest {

  private static final int LONGEST_CLASS = 250;
  private static final Pattern SCRIPT_BODY =
      Pattern.compile("redis[.]p?call\\(\\s*['\\\"]|(KEYS|ARGV)\\[[0-9]");
  private static final DescribedPredicate<JavaClass> OF_A_SERVICE =
      describe("are of a service", Code::isOfService);
  private static final DescribedPredicate<JavaClass> OF_WHAT_IS_DEPLOYED =
      describe(
          "are of a service, the storefront or common-lib",
          type ->
              Code.moduleOf(type)
                  .map(Module::name)
                  .filter(
                      name ->
                          name.endsWith("-service")
                              || Set.of("common-lib", "storefront-web").contains(name))
                  .isPresent());

  @Test
  void no_script_body_is_in_java() {
    assertThat(
            Code.MODULES.stream()
                .filter(module -> !module.name().equals("lua-scripts"))
                .flatMap(module -> Stream.of(module.mainSources(), module.testSources()))
                .flatMap(List::stream))
        .noneMatch(file -> SCRIPT_BODY.matcher(WorkingCopy.read(file)).find());
  }

  @Test
  void a_class_fits_in_one_room() {
    assertThat(Code.MODULES.stream().flatMap(module -> module.mainSources().stream()))
        .allSatisfy(
            file -> assertThat(lines(file)).as("%s", file).isLessThanOrEqualTo(LONGEST_CLASS));
  }

  @Test
  void time_comes_from_a_clock() {
    noClasses()
        .that(OF_WHAT_IS_DEPLOYED)
        .should()
        .accessTargetWhere(asksTheMachineForTheTime())
        .check(Code.MAIN);
  }

  @Test
  void the_clock_is_injected() {
    noClasses()
        .that(OF_A_SERVICE)
        .should()
        .accessTargetWhere(
            describe(
                "makes a clock",
                access ->
                    owner(access).equals("java.time.Clock")
                        && access.getTarget().getName().startsWith("system")))
        .allowEmptyShould(true)
        .check(Code.MAIN);
  }

  @Test
  void randomness_is_injected() {
    noClasses()
        .that(OF_A_SERVICE)
        .should()
        .accessTargetWhere(describe("draws from a global source", HouseRulesTest::isGlobalRandom))
        .allowEmptyShould(true)
        .check(Code.MAIN);
  }

  @Test
  void controllers_stand_in_the_package_of_their_feature() {
    classes()
        .that(OF_A_SERVICE)
        .and()
        .areMetaAnnotatedWith("org.springframework.stereotype.Controller")
        .should()
        .bePackagePrivate()
        .andShould()
        .resideOutsideOfPackages(
            "dev.storefront.fitment",
            "dev.storefront.history",
            "dev.storefront.flashsale",
            "dev.storefront.shortlink",
            "dev.storefront.usertag")
        .allowEmptyShould(true)
        .check(Code.MAIN);
  }

  @Test
  void beans_are_given_to_constructors() {
    noFields()
        .should()
        .beAnnotatedWith("org.springframework.beans.factory.annotation.Autowired")
        .orShould()
        .beAnnotatedWith("org.springframework.beans.factory.annotation.Value")
        .check(Code.MAIN);
  }

  @Test
  void services_write_to_the_log_and_never_to_the_console() {
    noClasses()
        .that(OF_WHAT_IS_DEPLOYED)
        .should()
        .accessTargetWhere(
            describe(
                "is the console",
                access ->
                    owner(access).equals("java.lang.System")
                        && Set.of("out", "err").contains(access.getTarget().getName())))
        .check(Code.MAIN);
  }

  @Test
  void no_test_sleeps() {
    noClasses()
        .should()
        .accessTargetWhere(
            describe(
                "sleeps",
                access ->
                    Set.of("java.lang.Thread", "java.util.concurrent.TimeUnit")
                            .contains(owner(access))
                        && access.getTarget().getName().equals("sleep")))
        .check(Code.TESTS);
  }

  @Test
  void no_test_replaces_what_is_real() {
    noClasses().should().dependOnClassesThat().resideInAPackage("org.mockito..").check(Code.TESTS);
  }

  private static DescribedPredicate<JavaAccess<?>> asksTheMachineForTheTime() {
    return describe(
        "asks the machine for the time",
        access -> {
          AccessTarget target = access.getTarget();
          boolean now =
              target.getName().equals("now")
                  && owner(access).startsWith("java.time.")
                  && target instanceof AccessTarget.CodeUnitAccessTarget call
                  && call.getRawParameterTypes().isEmpty();
          return now
              || target.getFullName().equals("java.lang.System.currentTimeMillis()")
              || target.getFullName().equals("java.util.Date.<init>()");
        });
  }

  private static boolean isGlobalRandom(JavaAccess<?> access) {
    return owner(access).equals("java.util.concurrent.ThreadLocalRandom")
        || access.getTarget().getFullName().startsWith("java.util.Random.<init>")
        || access.getTarget().getFullName().equals("java.lang.Math.random()");
  }

  private static String owner(JavaAccess<?> access) {
    return access.getTargetOwner().getName();
  }

  private static long lines(Path file) {
    return WorkingCopy.read(file).lines().count();
  }
}
