package dev.storefront.acceptance.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import dev.storefront.acceptance.Module;
import dev.storefront.acceptance.WorkingCopy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The compiled code of all modules but this one, read from their target folders. */
final class Code {

  /** Every module that is not about tests alone. */
  static final List<Module> MODULES =
      WorkingCopy.modules().stream().filter(module -> !module.name().equals("acceptance")).toList();

  /** What is shipped. */
  static final JavaClasses MAIN = read(Module::classes);

  /** What tests it. */
  static final JavaClasses TESTS = read(Module::testClasses);

  private Code() {}

  /** The module that a class was compiled in; empty for one that is not ours. */
  static Optional<Module> moduleOf(JavaClass type) {
    return type.getSource()
        // Classes of libraries come from jars.
        .filter(source -> source.getUri().getScheme().equals("file"))
        .flatMap(
            source ->
                MODULES.stream()
                    .filter(
                        module ->
                            Path.of(source.getUri()).startsWith(module.folder().resolve("target")))
                    .findFirst());
  }

  /** True for a class of one of the five services. */
  static boolean isOfService(JavaClass type) {
    return moduleOf(type).filter(Module::isService).isPresent();
  }

  private static JavaClasses read(Function<Module, Path> folder) {
    return new ClassFileImporter()
        .importLocations(
            MODULES.stream()
                .map(folder)
                .filter(path -> path.toFile().isDirectory())
                .map(Location::of)
                .toList());
  }
}
