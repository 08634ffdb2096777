package dev.storefront.usertag.tagging;

import dev.storefront.common.database.RetriedWhenLocked;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A transaction that begins anew if it loses a lock. Of a call that has several, one that was
 * committed is not repeated: what others have done since would be undone.
 */
@Component
@RetriedWhenLocked(maxRetries = 3)
class RepeatedTransaction {

  private final TransactionTemplate transaction;

  RepeatedTransaction(TransactionTemplate transaction) {
    this.transaction = transaction;
  }

  /** What the work returns, which runs once or more, each time in a transaction of its own. */
  <T> T execute(Supplier<T> work) {
    return Objects.requireNonNull(transaction.execute(status -> work.get()));
  }
}
