package dev.storefront.shortlink.tier;

import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.shortlink.tier.TierReport.TierIds;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "recycling")
@RestController
@RequiresScope(Scope.OPERATOR)
class TierController {

  private final TierReport report;

  TierController(TierReport report) {
    this.report = report;
  }

  @Operation(
      summary = "How much of each tier is left",
      description =
          "`daysUntilDry` is how long what was never handed out and what is in the pool last at the"
              + " rate of the last 24 hours; null if nothing was handed out. `pooled` is up to four"
              + " minutes old where the pool has tens of thousands of ranges. `newLinksIn` is the tier"
              + " that new links get which want this one: another, if the switch"
              + " `next-tier-below-days` is set and this one runs low.")
  @GetMapping("/api/v1/tiers")
  List<TierIds> tiers() {
    return report.all();
  }
}
