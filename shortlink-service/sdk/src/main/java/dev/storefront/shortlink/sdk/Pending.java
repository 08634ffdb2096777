package dev.storefront.shortlink.sdk;

import java.util.concurrent.CompletableFuture;

/** A link that somebody waits for. */
record Pending(String url, CompletableFuture<ShortLink> result) {}
