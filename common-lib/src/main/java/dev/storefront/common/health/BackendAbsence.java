package dev.storefront.common.health;

/**
 * Recognises one client library's way of saying that its server is away or late. Beans of this type
 * decide, besides {@link BackendUnavailableException} and JDBC's own exceptions, what is answered
 * with 503.
 */
@FunctionalInterface
public interface BackendAbsence {

  /** True if this very error (not its cause) says so. */
  boolean isSaidBy(Throwable error);
}
