package dev.storefront.localstack.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The commands, in the order in which help shows them. */
enum CommandName {
  UP("[--detach]", "builds, starts everything, shows where it is; Ctrl-C ends it"),
  DOWN("", "stops everything that runs"),
  TOUR("", "shows one worked example of each service"),
  STATUS("", "a line for each process: port, pid, health, memory"),
  TOKEN("--user NAME | --operator | --service NAME", "prints a bearer token"),
  DOCTOR("", "checks this machine, and says what to do about each finding"),
  RESET("", "down, then deletes the stack's data"),
  LOGS("[NAME]", "follows the logs, of all processes or of one"),
  START("NAME", "starts one process"),
  STOP("NAME", "stops one process"),
  HELP("", "shows this");

  private final String options;
  private final String about;

  CommandName(String options, String about) {
    this.options = options;
    this.about = about;
  }

  static Optional<CommandName> of(String name) {
    return Arrays.stream(values()).filter(command -> command.toString().equals(name)).findFirst();
  }

  static String help() {
    return Arrays.stream(values())
        .map(command -> "  %-55s %s".formatted(command + " " + command.options, command.about))
        .collect(Collectors.joining("\n", "usage: ./storefront COMMAND\n", ""));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
