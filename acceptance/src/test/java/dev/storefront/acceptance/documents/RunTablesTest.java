package dev.storefront.acceptance.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.acceptance.WorkingCopy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTablesTest {

  /** The table belongs to each service; the code that uses it is common-lib's. */
  @Test
  void the_table_of_long_work_is_the_same_in_every_service_and_in_the_tests_of_its_code() {
    List<Path> migrations = TrackedFiles.endingIn("__runs.sql");
    assertThat(migrations).hasSizeGreaterThan(3);
    assertThat(migrations.stream().map(WorkingCopy::read)).containsOnly(tested());
  }

  private static String tested() {
    return WorkingCopy.text("common-lib/src/test/resources/db/migration/V1__runs.sql");
  }
}
