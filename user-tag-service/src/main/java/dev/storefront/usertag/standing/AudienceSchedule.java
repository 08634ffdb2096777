package dev.storefront.usertag.standing;

import dev.storefront.common.run.Runs;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Orders a backfill of each audience that is new or changed. */
@Component
class AudienceSchedule {

  private final Runs<Backfill, Backfilled> audienceBackfills;
  private final FormulaTable formulas;

  AudienceSchedule(Runs<Backfill, Backfilled> audienceBackfills, FormulaTable formulas) {
    this.audienceBackfills = audienceBackfills;
    this.formulas = formulas;
  }

  @Scheduled(fixedDelayString = "${storefront.usertag.upkeep-interval:2s}")
  void look() {
    formulas
        .unfinished()
        .forEach(id -> audienceBackfills.startAlone(new Backfill(id), Long.toString(id)));
  }
}
