package dev.storefront.localstack.process;

import java.time.Duration;

/** Hears how starting and stopping goes, from several threads. */
public interface Progress {

  /** Hears nothing. */
  Progress SILENT = new Progress() {};

  /** A process is about to be started. */
  default void starting(String name) {}

  /** A process answers. */
  default void ready(String name, Duration took) {}

  /** A process did not get ready. */
  default void failed(String name, Duration took) {}

  /** A process is about to be stopped. */
  default void stopping(String name) {}

  /** A process is gone. */
  default void stopped(String name, Duration took) {}
}
