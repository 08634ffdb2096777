package dev.storefront.usertag.tagging;

import dev.storefront.usertag.audit.AuditEntry;
import dev.storefront.usertag.audit.AuditTrail;
import dev.storefront.usertag.replacing.Replacements;
import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.tag.TagCatalog;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Writes changes to the database, in the transaction at hand: the tags, when they end, who made the
 * change; and has it told who enters and leaves audiences.
 */
@Component
class Recording {

  private final UserTags userTags;
  private final TagCatalog tags;
  private final Replacements replacements;
  private final TagExpiries expiries;
  private final AuditTrail audit;
  private final TagsListener listener;
  private final Clock clock;

  Recording(
      UserTags userTags,
      TagCatalog tags,
      Replacements replacements,
      TagExpiries expiries,
      AuditTrail audit,
      TagsListener listener,
      Clock clock) {
    this.userTags = userTags;
    this.tags = tags;
    this.replacements = replacements;
    this.expiries = expiries;
    this.audit = audit;
    this.listener = listener;
    this.clock = clock;
  }

  /**
   * What changes made of users who are locked.
   *
   * @param users of all of them, by ordinal
   * @param changed of whom it is something else than before
   */
  record Recorded(Map<Long, UserMarks> users, Set<Long> changed) {}

  /**
   * Saves the changes of those users that have an ordinal. They stay locked.
   *
   * @throws ErasedMeanwhile if an ordinal is nobody's any more
   */
  Recorded save(Map<String, Long> ordinals, List<TagChange> changes) {
    Map<Long, UserMarks> before = userTags.lock(ordinals.values());
    if (before.size() < ordinals.size()) {
      throw new ErasedMeanwhile();
    }
    return save(ordinals, before, changes);
  }

  /**
   * Saves marks of those users who are known, unless something later is. They stay locked.
   *
   * @param changedAt since when they hold, epoch milliseconds; null for now, whatever is known
   * @param by who makes them, null if that is not to be told
   */
  Recorded save(List<Mark> marks, @Nullable Long changedAt, @Nullable String by) {
    Map<Long, String> ids = new HashMap<>();
    Map<String, Long> ordinals = new HashMap<>();
    Map<Long, UserMarks> before = new HashMap<>();
    for (LockedUser user :
        userTags.lockUsers(marks.stream().map(Mark::ordinal).collect(Collectors.toSet()))) {
      ids.put(user.ordinal(), user.userId());
      ordinals.put(user.userId(), user.ordinal());
      before.put(user.ordinal(), user.marks());
    }
    List<TagChange> changes = new ArrayList<>();
    for (Mark mark : marks) {
      String userId = ids.get(mark.ordinal());
      if (userId != null) {
        changes.add(TagChange.of(userId, mark, changedAt, by));
      }
    }
    return save(ordinals, before, changes);
  }

  private Recorded save(
      Map<String, Long> ordinals, Map<Long, UserMarks> before, List<TagChange> changes) {
    Map<Long, UserMarks> after = new HashMap<>(before);
    List<AuditEntry> audited = new ArrayList<>();
    List<Expiry> ends = new ArrayList<>();
    long now = clock.millis();
    ReplacedTags replaced = new ReplacedTags(replacedAt(changes), replacements);
    for (TagChange asked : changes) {
      Long ordinal = ordinals.get(asked.userId().text());
      UserMarks marks = ordinal == null ? null : after.get(ordinal);
      TagChange change = ordinal == null ? null : replaced.over(asked, ordinal);
      if (ordinal == null || marks == null || change == null) {
        continue;
      }
      long changedAt = changedAt(marks, change, now);
      UserMarks changed = marks.with(change.tag(), change.present(), changedAt);
      Expiry end = Expiry.of(ordinal, change, changedAt);
      if (end != null && (changed != marks || !change.present())) {
        ends.add(end);
      }
      if (change.by() != null && changed.has(change.tag()) != marks.has(change.tag())) {
        long since = end == null || change.present() ? changedAt : end.expiresAt();
        audited.add(new AuditEntry(change.tag(), ordinal, change.present(), since, change.by()));
      }
      after.put(ordinal, changed);
    }
    Map<Long, UserMarks> changed = new HashMap<>(after);
    changed.entrySet().removeIf(user -> user.getValue() == before.get(user.getKey()));
    expiries.change(ends);
    audit.add(audited);
    userTags.save(changed);
    listener.changed(changesOf(ordinals, before, changed));
    return new Recorded(after, changed.keySet());
  }

  /**
   * When the tags were replaced that are given as of some time; none that does not exist. Asked
   * once the users are locked, as {@link Settlement} does, or the two could wait for each other.
   */
  private Map<Integer, Long> replacedAt(List<TagChange> changes) {
    Set<Integer> given =
        changes.stream()
            .filter(change -> change.present() && change.changedAt() != null)
            .map(TagChange::tag)
            .collect(Collectors.toSet());
    return given.isEmpty() ? Map.of() : tags.holdReplaced(given);
  }

  private static long changedAt(UserMarks marks, TagChange change, long now) {
    return change.changedAt() == null
        ? Math.min(UserMarks.LAST_TIME, Math.max(now, marks.changedAt(change.tag()) + 1))
        : change.changedAt();
  }

  /** One for each user who has other tags now, not only at another time. */
  private static List<TagsChange> changesOf(
      Map<String, Long> ordinals, Map<Long, UserMarks> before, Map<Long, UserMarks> after) {
    List<TagsChange> changes = new ArrayList<>();
    ordinals.forEach(
        (userId, ordinal) -> {
          UserMarks now = after.get(ordinal);
          if (now != null) {
            UserMarks then = before.getOrDefault(ordinal, UserMarks.EMPTY);
            Set<Integer> tags = now.differences(then);
            if (!tags.isEmpty()) {
              changes.add(new TagsChange(ordinal, userId, tags, then::has, now::has));
            }
          }
        });
    return changes;
  }
}
