package dev.storefront.usertag.imports;

import java.util.List;

/**
 * Some lines of a file.
 *
 * @param linesRead how many
 * @param usersRead how many of them are user ids
 * @param userIds those ids, each once
 * @param rejected the other lines
 */
record LineBatch(int linesRead, int usersRead, List<String> userIds, List<RejectedLine> rejected) {}
