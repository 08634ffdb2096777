package dev.storefront.usertag.standing;

import dev.storefront.usertag.audience.AudienceSearch;
import dev.storefront.usertag.audience.Formula;
import dev.storefront.usertag.tag.NewTagListener;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Makes standing audiences, changes and deletes them: one caller at a time. */
@Component
class AudienceRegistry implements NewTagListener {

  private static final int MOST = 1000;

  private final AudienceTable table;
  private final FormulaTable formulas;
  private final AudienceCounts counts;
  private final AudienceSearch search;

  AudienceRegistry(
      AudienceTable table, FormulaTable formulas, AudienceCounts counts, AudienceSearch search) {
    this.table = table;
    this.formulas = formulas;
    this.counts = counts;
    this.search = search;
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
   * AudienceSearch#formulas} says; those that name it change with it.
   */
  @Transactional
  Put put(String name, String expression, String description) {
    table.lock();
    Map<String, String> all = table.expressions();
    boolean isNew = all.put(name, expression) == null;
    if (isNew && all.size() > MOST) {
      return Put.TOO_MANY;
    }
    Map<String, Formula> changed = search.formulas(name, all);
    if (isNew && !table.show(name, expression, description)) {
      if (table.hidden() >= MOST) {
        return Put.TOO_MANY;
      }
      table.insert(name, expression, description);
      formulas.insertNobody(existing(name).id(), 0, AudienceFormula.EVERYBODY);
    } else if (!isNew) {
      table.describe(existing(name).id(), expression, description);
    }
    changed.forEach(this::redefine);
    return isNew ? Put.CREATED : Put.CHANGED;
  }

  /** A tag made anew is another one: its users are those who are given it from now on. */
  @Override
  @Transactional
  public void made(String tag) {
    table.lock();
    search.formulasNaming(tag, table.expressions()).forEach(this::redefine);
  }

  /** Users are judged by the formula from now on, one after the other. */
  private void redefine(String name, Formula formula) {
    StandingAudience audience = existing(name);
    if (!formula.equals(formulas.of(audience.id()).get(0).formula())) {
      table.redefine(audience.id());
      formulas.insert(audience.id(), audience.version() + 1, formula);
    }
  }

  private StandingAudience existing(String name) {
    return table.find(name).orElseThrow();
  }

  /**
   * Deletes the audience, unless another one names it. A backfill tells that its users left, and
   * ends it: until then a new audience of the name goes on from who belongs to this one.
   */
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
    long id = audience.get().id();
    table.hide(id);
    formulas.insertNobody(id, audience.get().version() + 1, 0);
    counts.forget(id);
    return Removal.REMOVED;
  }
}
