package dev.storefront.common.run;

/** The run was cancelled, or another instance has it: nothing that is saved from here counts. */
public final class RunLostException extends RuntimeException {

  private static final long serialVersionUID = 1;

  RunLostException(long id) {
    super("Run " + id + " was cancelled or went to another instance");
  }
}
