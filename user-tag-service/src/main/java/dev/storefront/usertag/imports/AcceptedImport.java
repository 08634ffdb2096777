package dev.storefront.usertag.imports;

import io.swagger.v3.oas.annotations.media.Schema;

/** Where to ask how far the import is. */
record AcceptedImport(@Schema(example = "17") String id) {}
