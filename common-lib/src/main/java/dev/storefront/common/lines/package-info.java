/**
 * Files of lines and of comma-separated values, of any size, of which a bad line spoils no other.
 *
 * <p>That is why CSV is read line by line here and not by a library such as FastCSV: to those a
 * quote that is not closed takes in the lines behind it, a byte that is no UTF-8 ends the file, and
 * a record may span lines, so that a reader could not go on behind a line that is done.
 */
@NullMarked
package dev.storefront.common.lines;

import org.jspecify.annotations.NullMarked;
