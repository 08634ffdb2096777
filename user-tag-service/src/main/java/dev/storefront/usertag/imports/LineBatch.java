package dev.storefront.usertag.imports;

import dev.storefront.common.lines.RejectedLine;
import java.util.List;

/**
 * Some lines of a file.
 *
 * @param users those that name a user
 * @param rejected the other lines
 * @param isLast whether there are no more
 */
record LineBatch(List<UserLine> users, List<RejectedLine> rejected, boolean isLast) {}
