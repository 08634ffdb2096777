package dev.storefront.acceptance.architecture;

import dev.storefront.acceptance.Module;
import dev.storefront.localstack.home.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Small working copies, compiled for the tests of the rules.
 *
 * @param faulty one that has a fault against each rule
 * @param right one that comes near to each and breaks none
 */
record Planted(Code faulty, Code right) {

  static Planted compile() {
    try {
      Path root = Files.createTempDirectory("planted");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(root)));
      return new Planted(
          compile(root.resolve("faulty"), PlantedSources.faulty()),
          compile(root.resolve("right"), PlantedSources.right()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What has to be named when that rule is broken. */
  String faultOf(Rule rule) {
    return PlantedSources.faultAgainst(rule);
  }

  private static Code compile(Path root, List<PlantedSource> sources) throws IOException {
    for (PlantedSource source : sources) {
      Files.createDirectories(root.resolve(source.file()).getParent());
      Files.writeString(root.resolve(source.file()), source.text());
    }
    Path classes = root.resolve("classes");
    javac(classes, sources.stream().map(source -> root.resolve(source.file())).toList());
    for (PlantedSource source : sources) {
      Path target = root.resolve(source.classFile());
      Files.createDirectories(target.getParent());
      Files.copy(classes.resolve(source.className()), target);
    }
    List<Module> modules =
        sources.stream()
            .filter(source -> !source.isLibrary())
            .map(PlantedSource::module)
            .distinct()
            .map(name -> new Module(name, root.resolve(name)))
            .toList();
    return Code.of(modules, modules);
  }

  private static void javac(Path classes, List<Path> sources) {
    String[] arguments =
        Stream.concat(
                Stream.of(
                    "-proc:none",
                    "-nowarn",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-d",
                    classes.toString()),
                sources.stream().map(Path::toString))
            .toArray(String[]::new);
    if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments) != 0) {
      throw new IllegalStateException("the planted code does not compile");
    }
  }

  private static void delete(Path root) {
    try {
      Home.deleteTree(root);
    } catch (IOException left) {
      // In the folder for what may be left.
    }
  }
}
