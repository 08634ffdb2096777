package dev.storefront.benchmarks.request;

/**
 * What requests cost in one go.
 *
 * @param rate requests a second
 * @param cpuMicros processor time of the server for a request, in microseconds
 */
record Cost(double rate, double cpuMicros) {}
