package dev.storefront.acceptance.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import dev.storefront.acceptance.Module;
import dev.storefront.acceptance.WorkingCopy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Modules and their compiled code, read from their target folders.
 *
 * @param modules those of the code
 * @param main what is shipped
 * @param tests what tests it
 * @param users who uses which type of it
 */
record Code(List<Module> modules, JavaClasses main, JavaClasses tests, Users users) {

  /** That of this working copy, without the modules that are about tests alone. */
  static final Code OURS =
      of(
          WorkingCopy.modules().stream()
              .filter(module -> !module.name().startsWith("acceptance"))
              .toList(),
          WorkingCopy.modules());

  /**
   * Reads it.
   *
   * @param users the modules that may use a type
   */
  static Code of(List<Module> modules, List<Module> users) {
    JavaClasses all =
        read(modules.stream().flatMap(m -> Stream.of(m.classes(), m.testClasses())).toList());
    return new Code(
        modules,
        // Apart from the tests, which use more of it than is shipped.
        read(modules.stream().map(Module::classes).toList()),
        // Of what they use, ArchUnit knows where it is from only if it was read with them.
        all.that(describe("are tests", type -> isBelow(modules, Module::testClasses, type))),
        Users.in(users));
  }

  /** The module of that name, which there has to be. */
  Module module(String name) {
    return modules.stream()
        .filter(module -> module.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("there is no module " + name));
  }

  /** The module that a class was compiled in; empty for one that is not ours. */
  Optional<Module> moduleOf(JavaClass type) {
    return fileOf(type)
        .flatMap(
            file ->
                modules.stream()
                    .filter(module -> file.startsWith(module.folder().resolve("target")))
                    .findFirst());
  }

  /** True for a class of one of the five services. */
  boolean isOfService(JavaClass type) {
    return moduleOf(type).filter(Module::isService).isPresent();
  }

  /** True for a class of that module, which there has to be. */
  boolean isIn(String module, JavaClass type) {
    return moduleOf(type).filter(module(module)::equals).isPresent();
  }

  /** The files that the main code is written in. */
  Stream<Path> mainSources() {
    return modules.stream().flatMap(module -> module.mainSources().stream());
  }

  private static JavaClasses read(List<Path> folders) {
    return new ClassFileImporter()
        // Nobody of us has written these.
        .withImportOption(location -> !location.contains("/jmh_generated/"))
        .importLocations(folders.stream().filter(Files::isDirectory).map(Location::of).toList());
  }

  private static boolean isBelow(
      List<Module> modules, Function<Module, Path> folder, JavaClass type) {
    return fileOf(type).stream()
        .anyMatch(file -> modules.stream().map(folder).anyMatch(file::startsWith));
  }

  private static Optional<Path> fileOf(JavaClass type) {
    return type.getSource()
        // Classes of libraries come from jars.
        .filter(source -> source.getUri().getScheme().equals("file"))
        .map(source -> Path.of(source.getUri()));
  }
}
