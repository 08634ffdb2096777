package dev.storefront.usertag.tagging;

import dev.storefront.usertag.replacing.Replacement;
import dev.storefront.usertag.replacing.Replacements;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of changes that are older than an import which replaces all users of a tag. Once
 * that one is over they count for nobody. While it is under way, it has yet to reach some users:
 * who is given the tag by something older gets at once what the import says of him. So whoever both
 * give the tag has it from the moment when the older one is done. For one transaction.
 */
final class ReplacedTags {

  private final Map<Integer, Long> replacedAt;
  private final Replacements replacements;
  private final Map<Integer, Optional<Replacement>> latest = new HashMap<>();

  /**
   * @param replacedAt since when the tags are replaced that are given as of some time, epoch
   *     milliseconds; none that does not exist
   */
  ReplacedTags(Map<Integer, Long> replacedAt, Replacements replacements) {
    this.replacedAt = replacedAt;
    this.replacements = replacements;
  }

  /** The change, or what holds in its place; null if it counts for nobody. */
  @Nullable TagChange over(TagChange change, long ordinal) {
    Long changedAt = change.changedAt();
    if (!change.present() || changedAt == null) {
      return change;
    }
    Long since = replacedAt.get(change.tag());
    if (since == null) {
      return null; // no such tag
    }
    if (since <= changedAt) {
      return change;
    }
    return latest
        .computeIfAbsent(change.tag(), replacements::latest)
        .filter(replacement -> replacement.since() == since)
        .map(replacement -> instead(change, replacement, ordinal))
        .orElse(null);
  }

  private static TagChange instead(TagChange change, Replacement replacement, long ordinal) {
    return new TagChange(
        change.origin(),
        change.userId(),
        change.tag(),
        replacement.gives().test(ordinal),
        replacement.since(),
        null,
        replacement.by());
  }
}
