package dev.storefront.usertag.user;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Users' ids and their ordinals. A user keeps his ordinal for ever, so what was once read is kept
 * in memory (bounded) and never has to be checked again.
 */
@Component
public class UserDirectory {

  private static final int MOST_REMEMBERED = 200_000;

  /** Ids in one statement. */
  private static final int CHUNK = 1000;

  private final UserTable users;
  private final Cache<String, Long> ordinals =
      Caffeine.newBuilder().maximumSize(MOST_REMEMBERED).build();
  private final Cache<Long, String> ids =
      Caffeine.newBuilder().maximumSize(MOST_REMEMBERED).build();

  UserDirectory(UserTable users) {
    this.users = users;
  }

  /** The user's ordinal; empty if the user is not known. */
  OptionalLong find(String userId) {
    Long ordinal = find(Set.of(userId)).get(userId);
    return ordinal == null ? OptionalLong.empty() : OptionalLong.of(ordinal);
  }

  /** The ordinals of those of these users that are known; some thousand users at most. */
  Map<String, Long> find(Collection<String> userIds) {
    Map<String, Long> found = new LinkedHashMap<>(ordinals.getAllPresent(userIds));
    Set<String> missing = new LinkedHashSet<>(userIds);
    missing.removeAll(found.keySet());
    Map<String, Long> read = users.ordinals(missing);
    read.forEach(this::remember);
    found.putAll(read);
    return found;
  }

  /**
   * The ids of these ordinals, in their order. One that was never given to a user (a bitmap that is
   * ahead of a restored database) is left out.
   */
  public List<String> ids(long[] wanted) {
    Set<Long> boxed = new LinkedHashSet<>();
    LongStream.of(wanted).forEach(boxed::add);
    Map<Long, String> found = new LinkedHashMap<>(ids.getAllPresent(boxed));
    List<Long> missing = boxed.stream().filter(ordinal -> !found.containsKey(ordinal)).toList();
    for (int from = 0; from < missing.size(); from += CHUNK) {
      Map<Long, String> read =
          users.ids(missing.subList(from, Math.min(from + CHUNK, missing.size())));
      read.forEach((ordinal, id) -> remember(id, ordinal));
      found.putAll(read);
    }
    List<@Nullable String> inOrder = new ArrayList<>();
    boxed.forEach(ordinal -> inOrder.add(found.get(ordinal)));
    return inOrder.stream().filter(Objects::nonNull).toList();
  }

  private void remember(String userId, Long ordinal) {
    ordinals.put(userId, ordinal);
    ids.put(ordinal, userId);
  }
}
