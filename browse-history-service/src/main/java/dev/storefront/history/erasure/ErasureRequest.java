package dev.storefront.history.erasure;

/**
 * Whose history is to be erased.
 *
 * @param upTo what came later stays, epoch milliseconds
 */
record ErasureRequest(String user, long upTo) {}
