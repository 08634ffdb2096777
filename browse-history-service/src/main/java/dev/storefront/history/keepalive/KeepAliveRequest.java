package dev.storefront.history.keepalive;

/**
 * What a pass is asked for.
 *
 * @param watermark when it was ordered, for who looks at the run; the pass goes by the latest one
 */
record KeepAliveRequest(long watermark) {}
