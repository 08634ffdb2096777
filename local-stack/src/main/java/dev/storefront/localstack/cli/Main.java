package dev.storefront.localstack.cli;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.InterruptedStartException;
import dev.storefront.localstack.server.ProjectRoot;
import dev.storefront.localstack.stack.LocalStack;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.tour.Tour;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Entry point of {@code ./storefront}; exits with 0 when the command did what it says. */
public final class Main {

  private static final int FAILED = 1;
  private static final int MISUSED = 2;
  // As a shell has it for a command that Ctrl-C ended.
  private static final int INTERRUPTED = 130;
  private static final String HOME_SETTING = "STOREFRONT_HOME";

  private final Terminal terminal;
  private final Map<String, String> environment;

  private Main(Terminal terminal, Map<String, String> environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  /** Runs one command with its options. */
  public static void main(String[] arguments) {
    System.exit(new Main(Terminal.system(), System.getenv()).run(List.of(arguments)));
  }

  private int run(List<String> arguments) {
    try {
      return execute(arguments);
    } catch (InterruptedStartException e) {
      return INTERRUPTED;
    } catch (UsageException | IllegalArgumentException e) {
      terminal.error(String.valueOf(e.getMessage()));
      return MISUSED;
    } catch (IOException | RuntimeException e) {
      terminal.error(Failures.describe(e));
      return FAILED;
    }
  }

  private int execute(List<String> arguments) throws IOException {
    String name = arguments.isEmpty() ? "help" : arguments.get(0);
    Optional<CommandName> command = CommandName.of(name);
    if (command.isEmpty()) {
      throw new UsageException("no command '%s'%n%s".formatted(name, CommandName.help()));
    }
    List<String> options = arguments.stream().skip(1).toList();
    if (!options.isEmpty() && !command.get().takesOptions()) {
      throw new UsageException("%s takes no options, got %s".formatted(name, options));
    }
    return switch (command.get()) {
      case UP -> new UpCommand(stack(), terminal).run(options);
      case DOWN -> new DownCommand(stack(), terminal).run();
      case STATUS -> new StatusCommand(stack(), terminal).run();
      case TOKEN ->
          new TokenCommand(TokenCommand.identity(options), runningSuite(), terminal).run();
      case SWITCH ->
          new SwitchCommand(SwitchCommand.service(options), runningPorts(), terminal).run(options);
      case TOPIC ->
          new TopicCommand(TopicCommand.count(options), runningSuite(), terminal)
              .run(options.get(0));
      case DEMO -> new DemoCommand(runningSuite(), terminal).run();
      case TOUR -> new Tour(runningSuite(), Clock.systemUTC(), System.out).run() ? 0 : FAILED;
      case DOCTOR -> new DoctorCommand(stack(), terminal).run();
      case RESET -> new ResetCommand(stack(), terminal).run();
      case START -> new ProcessCommand(stack(), terminal).start(options);
      case STOP -> new ProcessCommand(stack(), terminal).stop(options);
      case LOGS, HELP -> {
        terminal.line(CommandName.help());
        yield 0;
      }
    };
  }

  /** The suite, whoever runs it: containers on the same ports will do. */
  private Suite runningSuite() throws IOException {
    return Suite.at(runningPorts());
  }

  private PortAssignment runningPorts() throws IOException {
    PortAssignment ports = stack().ports();
    if (PortAssignment.free(ports.get(Port.STOREFRONT))) {
      throw new IOException(
          "nothing answers at http://%s; start the suite with './storefront up' or 'docker compose up'"
              .formatted(ports.address(Port.STOREFRONT)));
    }
    return ports;
  }

  private LocalStack stack() {
    Path root = ProjectRoot.find();
    String home = environment.getOrDefault(HOME_SETTING, "");
    Path folder = home.isBlank() ? root.resolve(".storefront") : Path.of(home);
    return LocalStack.in(new Home(folder), root, environment);
  }
}
