package dev.storefront.common.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedClassesTest {

  @Test
  void most_of_the_recorded_names_are_classes_of_the_libraries_of_today() {
    List<String> names = RecordedClasses.names();

    assertThat(names).hasSizeGreaterThan(1_000);
    assertThat(names.stream().filter(RecordedClasses::load).count())
        .describedAs("of %d; record them anew, as their list says", names.size())
        .isGreaterThan(names.size() * 8L / 10);
  }
}
