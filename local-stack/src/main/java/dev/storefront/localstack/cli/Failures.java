package dev.storefront.localstack.cli;

import dev.storefront.localstack.process.ServerFailedException;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Failures as people read them: what happened, never a stack trace. */
final class Failures {

  private Failures() {}

  static String describe(Throwable failure) {
    return Stream.concat(Stream.of(failure), Arrays.stream(failure.getSuppressed()))
        .map(Failures::one)
        .collect(Collectors.joining("\n"));
  }

  private static String one(Throwable failure) {
    String message = failure.getMessage();
    if (failure instanceof ServerFailedException || failure.getCause() == null) {
      return message == null ? failure.toString() : message;
    }
    return message + ": " + one(failure.getCause());
  }
}
