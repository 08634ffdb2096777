/** What all jobs are told, and ask of Flink. */
@NullMarked
package dev.storefront.history.job;

import org.jspecify.annotations.NullMarked;
