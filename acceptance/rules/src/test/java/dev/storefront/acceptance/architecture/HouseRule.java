package dev.storefront.acceptance.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import dev.storefront.acceptance.Module;
import dev.storefront.acceptance.WorkingCopy;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How code is written here. */
enum HouseRule implements Rule {
  NO_SCRIPT_BODY_IS_IN_JAVA(
      code ->
          code.modules().stream()
              .filter(module -> !module.name().equals("lua-scripts"))
              .flatMap(module -> Stream.of(module.mainSources(), module.testSources()))
              .flatMap(List::stream)
              .filter(file -> scriptBody().matcher(WorkingCopy.read(file)).find())
              .map(Path::toString)),

  A_CLASS_FITS_IN_ONE_ROOM(
      code ->
          code.mainSources()
              .filter(file -> WorkingCopy.read(file).lines().count() > longestClass())
              .map(Path::toString)),

  TIME_COMES_FROM_A_CLOCK(
      code ->
          Rule.broken(
              noClasses()
                  .that(areDeployed(code))
                  .should()
                  .accessTargetWhere(asksTheMachineForTheTime()),
              code.main())),

  THE_CLOCK_IS_INJECTED(
      code ->
          Rule.broken(
              noClasses()
                  .that(areOfAService(code))
                  .should()
                  .accessTargetWhere(
                      describe(
                          "makes a clock",
                          access ->
                              owner(access).equals("java.time.Clock")
                                  && access.getTarget().getName().startsWith("system"))),
              code.main())),

  RANDOMNESS_IS_INJECTED(
      code ->
          Rule.broken(
              noClasses()
                  .that(areOfAService(code))
                  .should()
                  .accessTargetWhere(
                      describe("draws from a global source", HouseRule::isGlobalRandom)),
              code.main())),

  CONTROLLERS_STAND_IN_THE_PACKAGE_OF_THEIR_FEATURE(
      code ->
          Rule.broken(
              classes()
                  .that(areControllersOfAService(code))
                  .should()
                  .bePackagePrivate()
                  .andShould()
                  .resideOutsideOfPackages(
                      "dev.storefront.fitment",
                      "dev.storefront.history",
                      "dev.storefront.flashsale",
                      "dev.storefront.shortlink",
                      "dev.storefront.usertag"),
              code.main())),

  BEANS_ARE_GIVEN_TO_CONSTRUCTORS(
      code ->
          Rule.broken(
              noFields()
                  .should()
                  .beAnnotatedWith("org.springframework.beans.factory.annotation.Autowired")
                  .orShould()
                  .beAnnotatedWith("org.springframework.beans.factory.annotation.Value"),
              code.main())),

  SERVICES_WRITE_TO_THE_LOG_AND_NEVER_TO_THE_CONSOLE(
      code ->
          Rule.broken(
              noClasses()
                  .that(areDeployed(code))
                  .should()
                  .accessTargetWhere(
                      describe(
                          "is the console",
                          access ->
                              owner(access).equals("java.lang.System")
                                  && Set.of("out", "err").contains(access.getTarget().getName()))),
              code.main())),

  NO_TEST_SLEEPS(
      code ->
          Rule.broken(
              noClasses()
                  .should()
                  .accessTargetWhere(
                      describe(
                          "sleeps",
                          access ->
                              Set.of("java.lang.Thread", "java.util.concurrent.TimeUnit")
                                      .contains(owner(access))
                                  && access.getTarget().getName().equals("sleep"))),
              code.tests())),

  NO_TEST_REPLACES_WHAT_IS_REAL(
      code ->
          Rule.broken(
              noClasses().should().dependOnClassesThat().resideInAPackage("org.mockito.."),
              code.tests()));

  private final Check check;

  HouseRule(Check check) {
    this.check = check;
  }

  @Override
  public Stream<String> brokenIn(Code code) {
    return check.apply(code);
  }

  private static Pattern scriptBody() {
    return Pattern.compile("redis[.]p?call\\(\\s*['\\\"]|(KEYS|ARGV)\\[[0-9]");
  }

  private static int longestClass() {
    return 250;
  }

  private static DescribedPredicate<JavaClass> areOfAService(Code code) {
    return describe("are of a service", code::isOfService);
  }

  /** Spring is not on the class path here: what its annotations bear is not known. */
  private static DescribedPredicate<JavaClass> areControllersOfAService(Code code) {
    return describe(
        "are controllers of a service",
        type ->
            code.isOfService(type)
                && (type.isAnnotatedWith("org.springframework.web.bind.annotation.RestController")
                    || type.isAnnotatedWith("org.springframework.stereotype.Controller")));
  }

  private static DescribedPredicate<JavaClass> areDeployed(Code code) {
    Predicate<Module> deployed =
        module ->
            module.isService() || Set.of("common-lib", "storefront-web").contains(module.name());
    return describe(
        "are of a service, the storefront or common-lib",
        type -> code.moduleOf(type).filter(deployed).isPresent());
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
}
