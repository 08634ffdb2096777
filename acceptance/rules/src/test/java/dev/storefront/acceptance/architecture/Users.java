package dev.storefront.acceptance.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.storefront.acceptance.Module;
import dev.storefront.acceptance.WorkingCopy;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Who uses a type from another package than its own. Imports tell of constants, of which class
 * files keep only the value; class files tell of the result of a call that is called in turn.
 *
 * @param inMain the modules whose main code imports a type
 * @param inTests the modules whose tests do
 */
record Users(Map<String, Set<Module>> inMain, Map<String, Set<Module>> inTests) {

  // Of a type, or of something in it.
  private static final Pattern IMPORT =
      Pattern.compile("import (?:static )?(dev\\.storefront\\.[a-z.]+\\.[A-Z]\\w*)");

  static Users in(List<Module> modules) {
    return new Users(imports(modules, Module::mainSources), imports(modules, Module::testSources));
  }

  /** The modules whose main code does. */
  Set<Module> inMain(Code code, JavaClass type) {
    Set<Module> users = new HashSet<>(inMain.getOrDefault(type.getName(), Set.of()));
    type.getDirectDependenciesToSelf().stream()
        .map(use -> use.getOriginClass())
        .filter(user -> !user.getPackageName().equals(type.getPackageName()))
        .forEach(user -> code.moduleOf(user).ifPresent(users::add));
    return users;
  }

  /** True where only tests do. */
  boolean areInTests(JavaClass type) {
    return inTests.containsKey(type.getName());
  }

  private static Map<String, Set<Module>> imports(
      List<Module> modules, Function<Module, List<Path>> sources) {
    Map<String, Set<Module>> users = new HashMap<>();
    for (Module module : modules) {
      for (Path source : sources.apply(module)) {
        IMPORT
            .matcher(WorkingCopy.read(source))
            .results()
            .map(match -> match.group(1))
            .forEach(name -> users.computeIfAbsent(name, key -> new HashSet<>()).add(module));
      }
    }
    return users;
  }
}
