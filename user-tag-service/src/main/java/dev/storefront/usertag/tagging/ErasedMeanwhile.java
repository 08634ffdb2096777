package dev.storefront.usertag.tagging;

/** Somebody is erased just while tags are changed: to be tried again. */
final class ErasedMeanwhile extends RuntimeException {

  ErasedMeanwhile() {
    super("A user was erased meanwhile");
  }
}
