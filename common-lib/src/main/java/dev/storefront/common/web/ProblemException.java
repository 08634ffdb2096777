package dev.storefront.common.web;

/** Ends a request with its {@link Problem}. Has no stack trace: it is a reply, not a fault. */
public final class ProblemException extends RuntimeException {

  private final transient Problem problem;

  ProblemException(Problem problem) {
    super(problem.code(), null, false, false);
    this.problem = problem;
  }

  /** What the client gets. */
  public Problem problem() {
    return problem;
  }
}
