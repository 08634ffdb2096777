package dev.storefront.history.erasure;

/**
 * Whose history is to be erased.
 *
 * @param upTo what came later stays, epoch milliseconds; but see {@link ErasureProgress#upTo}
 */
record ErasureRequest(String user, long upTo) {}
