package dev.storefront.localstack;

import java.util.Arrays;
import java.util.Locale;

/** Which kind of backing servers the tests run on, by the system property {@code backends}. */
public enum BackendsSelection {
  /** Processes on this machine, without Docker. */
  EMBEDDED,
  /** Containers, where Docker is present. */
  TESTCONTAINERS;

  /** The system property. */
  public static final String PROPERTY = "backends";

  /** The selection of this JVM; embedded when nothing is said. */
  public static BackendsSelection current() {
    return of(System.getProperty(PROPERTY, ""));
  }

  static BackendsSelection of(String value) {
    String wanted = value.trim();
    if (wanted.isEmpty()) {
      return EMBEDDED;
    }
    return Arrays.stream(values())
        .filter(selection -> selection.toString().equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "-D%s=%s: must be one of %s"
                        .formatted(PROPERTY, value, Arrays.toString(values()))));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
