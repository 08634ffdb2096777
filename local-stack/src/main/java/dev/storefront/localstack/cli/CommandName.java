package dev.storefront.localstack.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The commands, each explained in {@code help.txt}, which the script shows before anything is
 * built.
 */
enum CommandName {
  UP,
  DOWN,
  DEMO,
  TOUR,
  STATUS,
  TOKEN,
  SWITCH,
  TOPIC,
  DOCTOR,
  RESET,
  LOGS,
  START,
  STOP,
  HELP;

  static Optional<CommandName> of(String name) {
    return Arrays.stream(values()).filter(command -> command.toString().equals(name)).findFirst();
  }

  static String help() {
    try (InputStream text = CommandName.class.getResourceAsStream("help.txt")) {
      byte[] bytes = Objects.requireNonNull(text, "help.txt").readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).stripTrailing();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** False for a command that means the same however it is called. */
  boolean takesOptions() {
    return switch (this) {
      case UP, TOKEN, SWITCH, TOPIC, LOGS, START, STOP -> true;
      case DOWN, DEMO, TOUR, STATUS, DOCTOR, RESET, HELP -> false;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
