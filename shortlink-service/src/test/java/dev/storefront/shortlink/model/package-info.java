/**
 * Who owns which code when, in plain lists, against what the service answers, over seeded runs in
 * which servers fail.
 */
@NullMarked
package dev.storefront.shortlink.model;

import org.jspecify.annotations.NullMarked;
