package dev.storefront.usertag.standing;

import dev.storefront.usertag.audience.AudienceSearch;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Makes standing audiences, changes and deletes them: one caller at a time. */
@Component
class AudienceRegistry {

  private final AudienceTable table;
  private final AudienceSearch search;
  private final AudienceProperties properties;

  AudienceRegistry(AudienceTable table, AudienceSearch search, AudienceProperties properties) {
    this.table = table;
    this.search = search;
    this.properties = properties;
  }

  /** What became of an audience that was put. */
  enum Put {
    CREATED,
    CHANGED,
    TOO_MANY
  }

  /** What became of an audience that was to be deleted. */
  enum Removal {
    REMOVED,
    UNKNOWN,
    IN_USE
  }

  /**
   * Saves the audience. Its expression must make sense together with all others, as {@link
   * AudienceSearch#check} says.
   */
  @Transactional
  Put put(String name, String expression, String description) {
    table.lock();
    Map<String, String> all = table.expressions();
    boolean isNew = all.put(name, expression) == null;
    if (isNew && all.size() > properties.most()) {
      return Put.TOO_MANY;
    }
    search.check(name, all);
    if (isNew) {
      table.insert(name, expression, description);
      return Put.CREATED;
    }
    StandingAudience before = table.find(name).orElseThrow();
    table.describe(before.id(), description);
    if (!before.expression().equals(expression)) {
      table.redefine(before.id(), expression);
    }
    return Put.CHANGED;
  }

  /** Deletes the audience, unless another one names it. */
  @Transactional
  Removal remove(String name) {
    table.lock();
    Optional<StandingAudience> audience = table.find(name);
    if (audience.isEmpty()) {
      return Removal.UNKNOWN;
    }
    if (table.expressions().values().stream()
        .anyMatch(other -> AudienceSearch.audiencesIn(other).contains(name))) {
      return Removal.IN_USE;
    }
    table.delete(audience.get().id());
    return Removal.REMOVED;
  }
}
