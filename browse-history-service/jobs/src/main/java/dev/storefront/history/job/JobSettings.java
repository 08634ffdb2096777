package dev.storefront.history.job;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.apache.flink.util.ParameterTool;

/**
 * What a job is told: arguments {@code --name value}, and a file of the same names that {@code
 * --settings} may name, for what nobody else should see. An argument counts before the file.
 */
public final class JobSettings {

  private static final String KAFKA = "kafka.";

  private final ParameterTool parameters;

  private JobSettings(ParameterTool parameters) {
    this.parameters = parameters;
  }

  /**
   * Of the arguments of a job.
   *
   * @throws IOException when the file cannot be read
   */
  public static JobSettings of(String[] arguments) throws IOException {
    ParameterTool given = ParameterTool.fromArgs(arguments);
    String file = given.get("settings", "");
    return new JobSettings(
        file.isEmpty() ? given : ParameterTool.fromPropertiesFile(file).mergeWith(given));
  }

  /**
   * A text.
   *
   * @throws IllegalArgumentException when there is none
   */
  public String text(String name) {
    String text = parameters.get(name, "");
    if (text.isBlank()) {
      throw new IllegalArgumentException("--" + name + " is missing");
    }
    return text;
  }

  /** A text that may be missing. */
  public String text(String name, String otherwise) {
    return parameters.get(name, otherwise);
  }

  /** Texts between commas. */
  public List<String> list(String name) {
    return Arrays.stream(text(name).split(",")).map(String::trim).toList();
  }

  /**
   * A whole number.
   *
   * @throws IllegalArgumentException when it is none, or not within the bounds
   */
  public int number(String name, int otherwise, int least, int most) {
    String text = parameters.get(name, Integer.toString(otherwise));
    try {
      int number = Integer.parseInt(text.trim());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Falls through to the one message for all that is no such number.
    }
    throw new IllegalArgumentException(
        "--%s is '%s', but must be %d to %d".formatted(name, text, least, most));
  }

  /** A name of the suite's, with the namespace before it: a topic or a consumer group. */
  public String named(String name) {
    return namespace().isEmpty() ? name : namespace() + "." + name;
  }

  /** {@code storefront.namespace} of the services, usually empty. */
  public String namespace() {
    return text("namespace", "");
  }

  /** What Kafka's clients are told: all settings that begin so, without it. */
  public Properties kafka() {
    Properties properties = new Properties();
    parameters
        .toMap()
        .forEach(
            (name, value) -> {
              if (name.startsWith(KAFKA)) {
                properties.setProperty(name.substring(KAFKA.length()), value);
              }
            });
    return properties;
  }
}
