package dev.storefront.history.ingest;

import java.io.Serializable;
import java.util.concurrent.CompletionStage;

/** Writes views into the hot history. Views may come in any order, late, and more than once. */
interface Recorder extends AutoCloseable {

  /**
   * Starts to record; ends within seconds, with an error while Redis is away, and with an {@link
   * UnrecordableViewsException} if a repeat will not help.
   */
  CompletionStage<?> record(UserViews views);

  @Override
  void close();

  /** Makes one where it is needed. */
  interface Factory extends Serializable {

    /** Connects. */
    Recorder open();
  }
}
