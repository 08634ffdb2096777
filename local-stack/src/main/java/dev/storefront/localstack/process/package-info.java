/**
 * Starts, finds, signals and stops the stack's processes, which outlive the JVM that started them.
 */
@NullMarked
package dev.storefront.localstack.process;

import org.jspecify.annotations.NullMarked;
