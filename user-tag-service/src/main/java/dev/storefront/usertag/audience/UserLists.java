package dev.storefront.usertag.audience;

import com.google.common.collect.Lists;
import dev.storefront.common.web.Problem;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds the users whom callers name one by one. */
@Component
class UserLists {

  private static final int MOST_LISTS = 10;
  private static final int MOST_USERS = 10_000;
  private static final int USERS_PER_STEP = 1_000;
  private static final String NAME = "[a-z][a-z0-9_-]{0,63}";

  /** What a caller may send, for documents. */
  static final String RULE =
      "users by their ids, as $name in the expression; up to 10 lists, up to 10,000 ids together."
          + " Who is not known belongs to none.";

  private final UserDirectory directory;

  UserLists(UserDirectory directory) {
    this.directory = directory;
  }

  /**
   * The lists, by name; 400 {@code invalid-request} for too many, and for what is no name.
   *
   * @param lists users' ids by the lists' names, as a caller sent them
   */
  Map<String, UserList> of(@Nullable Map<String, List<String>> lists) {
    if (lists == null) {
      return Map.of();
    }
    boolean isWhole =
        lists.values().stream()
            .allMatch(ids -> ids != null && ids.stream().allMatch(Objects::nonNull));
    if (!isWhole
        || lists.size() > MOST_LISTS
        || lists.values().stream().mapToInt(Collection::size).sum() > MOST_USERS
        || !lists.keySet().stream().allMatch(name -> name.matches(NAME))) {
      throw Problem.invalid(
              "lists",
              "must be up to %d lists with lower-case names and up to %d ids together"
                  .formatted(MOST_LISTS, MOST_USERS))
          .toException();
    }
    Map<String, UserList> found = new HashMap<>();
    lists.forEach((name, ids) -> found.put(name, new UserList(name, ordinals(ids))));
    return found;
  }

  private long[] ordinals(List<String> ids) {
    // What can be nobody's id is asked for neither: written to the database it might be another's.
    List<String> asked = ids.stream().filter(UserId::isValid).distinct().toList();
    return Lists.partition(asked, USERS_PER_STEP).stream()
        .flatMap(step -> directory.read(step).values().stream())
        .mapToLong(Long::longValue)
        .sorted()
        .toArray();
  }
}
