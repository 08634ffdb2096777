package dev.storefront.acceptance.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** What holds for all code; its name says what. */
interface Rule {

  /** What breaks it, each with the name of the type or file. */
  Stream<String> brokenIn(Code code);

  /** Its name in capitals. */
  String name();

  /** Its name as people read it. */
  default String sentence() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** What an ArchUnit rule finds. One that finds nothing to look at is a mistake of its own. */
  static Stream<String> broken(ArchRule rule, JavaClasses classes) {
    return rule.evaluate(classes).getFailureReport().getDetails().stream();
  }

  /** How an enumeration of rules says what each does. */
  interface Check extends Function<Code, Stream<String>> {}
}
