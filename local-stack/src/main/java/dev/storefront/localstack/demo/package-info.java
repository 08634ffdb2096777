/**
 * The demo data: a catalogue of vehicles, a product that fits them, a flash sale, page views, short
 * links and tags. Made by a seeded generator, loaded as any client would do it.
 */
@NullMarked
package dev.storefront.localstack.demo;

import org.jspecify.annotations.NullMarked;
