/**
 * What a stack keeps on disk between two commands: its folders, its ports, and the lock that keeps
 * two commands apart.
 */
@NullMarked
package dev.storefront.localstack.home;

import org.jspecify.annotations.NullMarked;
