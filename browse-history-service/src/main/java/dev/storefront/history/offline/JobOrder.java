package dev.storefront.history.offline;

import java.util.List;

/**
 * What Flink is to do.
 *
 * @param result where the result will be; of an export, the rows that HBase will have
 */
record JobOrder(String mainClass, List<String> arguments, String result) {}
