/** Problem documents, body limits, cursors: how every service speaks HTTP. */
@NullMarked
package dev.storefront.common.web;

import org.jspecify.annotations.NullMarked;
