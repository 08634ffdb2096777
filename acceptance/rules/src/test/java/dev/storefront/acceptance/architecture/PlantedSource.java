package dev.storefront.acceptance.architecture;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of planted code with one top-level type.
 *
 * @param module the module that it is in; {@link #LIBRARY} for what is nobody's
 * @param part {@code main} or {@code test}
 */
record PlantedSource(String module, String part, String text) {

  static final String LIBRARY = "library";

  private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");
  private static final Pattern TYPE = Pattern.compile("(?:class|record|interface) (\\w+)");

  static PlantedSource main(String module, String text) {
    return new PlantedSource(module, "main", text);
  }

  static PlantedSource test(String module, String text) {
    return new PlantedSource(module, "test", text);
  }

  static PlantedSource library(String text) {
    return new PlantedSource(LIBRARY, "main", text);
  }

  boolean isLibrary() {
    return module.equals(LIBRARY);
  }

  Path file() {
    return Path.of(module, "src", part, "java").resolve(name() + ".java");
  }

  /** Where the module's class file belongs. */
  Path classFile() {
    return Path.of(module, "target", part.equals("main") ? "classes" : "test-classes")
        .resolve(className());
  }

  String className() {
    return name() + ".class";
  }

  private String name() {
    Matcher type = TYPE.matcher(text);
    return first(PACKAGE).replace('.', '/') + "/" + (type.find() ? type.group(1) : "package-info");
  }

  private String first(Pattern pattern) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException("no " + pattern + " in " + text);
    }
    return matcher.group(1);
  }
}
