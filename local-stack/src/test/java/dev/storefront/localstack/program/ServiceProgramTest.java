package dev.storefront.localstack.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.server.ClassArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceProgramTest {

  private static final FileTime LONG_AGO = FileTime.fromMillis(1_500_000_000_000L);

  @TempDir Path folder;

  @Test
  void a_brought_program_has_the_times_that_its_archive_holds_for() throws IOException {
    build("first");
    program().bring();

    assertThat(Files.getLastModifiedTime(working().resolve("program/service.jar")))
        .isEqualTo(LONG_AGO);
    assertThat(Files.getLastModifiedTime(working().resolve("program/lib/a.jar")))
        .isEqualTo(LONG_AGO);
  }

  @Test
  void the_next_build_changes_nothing_under_a_running_service() throws IOException {
    build("first");
    program().bring();
    build("second");

    assertThat(working().resolve("program/lib/a.jar")).hasContent("first");
  }

  @Test
  void the_next_start_takes_what_was_built_last_and_nothing_else() throws IOException {
    build("first");
    Files.writeString(built().resolve("lib/gone.jar"), "first");
    program().bring();
    build("second");
    program().bring();

    assertThat(working().resolve("program/lib/a.jar")).hasContent("second");
    assertThat(working().resolve("program/lib/gone.jar")).doesNotExist();
  }

  @Test
  void only_an_archive_of_this_very_jvm_is_used() throws IOException {
    build("first");
    Files.writeString(built().resolve("another-jvm.jsa"), "");
    program().bring();
    assertThat(program().hasArchive()).isFalse();
    assertThat(program().arguments()).containsExactly("-jar", "program/service.jar");

    Files.writeString(built().resolveSibling(ClassArchive.in("program").path()), "");
    program().bring();
    assertThat(program().hasArchive()).isTrue();
    assertThat(program().arguments())
        .hasSize(3)
        .first()
        .asString()
        .contains(ClassArchive.in("program").path());
  }

  @Test
  void what_was_not_built_says_how_to() {
    assertThatIllegalStateException()
        .isThrownBy(() -> program().bring())
        .withMessageContaining("mvn package -DskipTests -pl fitment-service -am");
  }

  /** As the build does it: into a folder that is not there. */
  private void build(String content) throws IOException {
    Home.deleteTree(built());
    Files.createDirectories(built().resolve("lib"));
    for (String jar : new String[] {"service.jar", "lib/a.jar"}) {
      Files.writeString(built().resolve(jar), content);
      Files.setLastModifiedTime(built().resolve(jar), LONG_AGO);
    }
  }

  private Path built() {
    return folder.resolve("fitment-service/target/program");
  }

  private Path working() {
    return folder.resolve("home/data/fitment-service");
  }

  private ServiceProgram program() {
    return new ServiceProgram(folder, "fitment-service", working());
  }
}
