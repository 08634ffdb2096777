package dev.storefront.usertag.imports;

import dev.storefront.common.lines.RejectedLine;
import java.util.List;

/**
 * Some lines of a file.
 *
 * @param linesRead how many
 * @param userIds the user ids among them, each once
 * @param rejected the other lines
 */
record LineBatch(int linesRead, List<String> userIds, List<RejectedLine> rejected) {}
