package dev.storefront.history.events;

/** An event that nobody can ever record, and why. */
public record DeadLetter(KafkaEvent event, String reason) {}
