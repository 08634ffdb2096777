package dev.storefront.usertag.tagging;

import org.springframework.dao.ConcurrencyFailureException;

/** Somebody is erased just while tags are changed: to be tried again. */
final class ErasedMeanwhile extends ConcurrencyFailureException {

  ErasedMeanwhile() {
    super("A user was erased meanwhile");
  }
}
