package dev.storefront.usertag.rebuild;

/** That all segments be compared with the database. */
record CheckRequest() {}
