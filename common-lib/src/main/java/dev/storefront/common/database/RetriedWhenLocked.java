package dev.storefront.common.database;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.resilience.annotation.Retryable;

/**
 * Transactions that begin anew when the database chose them to end a deadlock, or they waited too
 * long for a lock: a dozen times, some seconds and what the database waits for locks, at different
 * times for each caller. Who still has no luck hears of the last failure. On classes whose methods
 * begin a transaction, never within one.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Retryable(
    includes = PessimisticLockingFailureException.class,
    delay = 10,
    jitter = 10,
    multiplier = 2,
    maxDelay = 500)
public @interface RetriedWhenLocked {

  /** How often to begin anew. */
  @AliasFor(annotation = Retryable.class, attribute = "maxRetries")
  long maxRetries() default 12;
}
