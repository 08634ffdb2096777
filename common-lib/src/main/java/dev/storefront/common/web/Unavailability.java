package dev.storefront.common.web;

import dev.storefront.common.health.BackendAbsence;
import dev.storefront.common.health.BackendUnavailableException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionSystemException;

/** Recognises, through any wrapping, an error that says: a backing server is away or late. */
final class Unavailability {

  private static final int DEEPEST = 20;

  private final List<BackendAbsence> rules;

  Unavailability(List<BackendAbsence> rules) {
    this.rules = List.copyOf(rules);
  }

  /** True if {@code error} or what caused it is a backing server's absence. */
  boolean isBehind(@Nullable Throwable error) {
    Throwable cause = error;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      if (isUnavailability(cause) || isSaidByRule(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  private static boolean isUnavailability(Throwable error) {
    return error instanceof BackendUnavailableException
        || error instanceof SQLTransientException
        || error instanceof SQLRecoverableException
        // A server that hangs in a commit takes the connection with it, and the rollback then fails
        // for that.
        || error instanceof TransactionSystemException
        || (error instanceof SQLException sql && isConnectionLoss(sql))
        || error instanceof java.net.ConnectException
        || error instanceof TimeoutException;
  }

  private boolean isSaidByRule(Throwable error) {
    return rules.stream().anyMatch(rule -> rule.isSaidBy(error));
  }

  private static boolean isConnectionLoss(SQLException error) {
    String state = error.getSQLState();
    return state != null && state.startsWith("08");
  }
}
