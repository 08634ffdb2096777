package dev.storefront.history.offline;

import dev.storefront.common.web.InvalidField;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What to do for which date. */
record OfflineRunRequest(
    @Schema(
            format = "date",
            description = "A day that is over, at most 62 days ago",
            example = "2026-11-20",
            requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable String date,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable OfflineStep step) {

  /**
   * The run.
   *
   * @param today in the zone of the days
   * @param inTheLake the latest date of which the lake's files can be read
   * @throws dev.storefront.common.web.ProblemException 400 {@code invalid-request} with everything
   *     that is wrong
   */
  OfflineRequest toRequest(LocalDate today, LocalDate inTheLake) {
    List<InvalidField> errors = new ArrayList<>();
    LocalDate day = day(today, errors);
    OfflineStep wanted = step == null ? OfflineStep.ALL : step;
    if (errors.isEmpty()
        && wanted.parts().contains(OfflineStep.COMPUTE)
        && day.isAfter(inTheLake)) {
      errors.add(
          new InvalidField(
              "date", "must have been over for some minutes: the lake is at its last files"));
    }
    if (step == null) {
      errors.add(new InvalidField("step", "must be DELETES, COMPUTE, EXPORT or ALL"));
    }
    if (!errors.isEmpty()) {
      throw InvalidField.problem(errors).toException();
    }
    return new OfflineRequest(day, wanted);
  }

  private LocalDate day(LocalDate today, List<InvalidField> errors) {
    try {
      LocalDate day = LocalDate.parse(date == null ? "" : date);
      if (!day.isBefore(today)) {
        errors.add(new InvalidField("date", "must be a day that is over"));
      } else if (day.isBefore(today.minusDays(OfflineProperties.MOST_DAYS_BACK))) {
        errors.add(new InvalidField("date", "must not lie more than 62 days back"));
      }
      return day;
    } catch (DateTimeException e) {
      errors.add(new InvalidField("date", "must be a date such as 2026-11-20"));
      return today;
    }
  }
}
