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
 */
final class Users {

  // Of a type, or of something in it.
  private static final Pattern IMPORT =
      Pattern.compile("import (?:static )?(dev\\.storefront\\.[a-z.]+\\.[A-Z]\\w*)");
  private static final Map<String, Set<Module>> IN_MAIN = imports(Module::mainSources);
  private static final Map<String, Set<Module>> IN_TESTS = imports(Module::testSources);

  private Users() {}

  /** The modules whose main code does. */
  static Set<Module> inMain(JavaClass type) {
    Set<Module> users = new HashSet<>(IN_MAIN.getOrDefault(type.getName(), Set.of()));
    type.getDirectDependenciesToSelf().stream()
        .map(use -> use.getOriginClass())
        .filter(user -> !user.getPackageName().equals(type.getPackageName()))
        .forEach(user -> Code.moduleOf(user).ifPresent(users::add));
    return users;
  }

  /** True where only tests do. */
  static boolean areInTests(JavaClass type) {
    return IN_TESTS.containsKey(type.getName());
  }

  private static Map<String, Set<Module>> imports(Function<Module, List<Path>> sources) {
    Map<String, Set<Module>> users = new HashMap<>();
    for (Module module : WorkingCopy.modules()) {
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
