package dev.storefront.fitment.mirror;

import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.fitment.placement.CellProperties;
import dev.storefront.fitment.placement.ClusterRouter;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequiresScope(Scope.OPERATOR)
@Tag(name = "cells")
class CellsController {

  private final CellProperties settings;
  private final ClusterRouter router;
  private final CellLags lags;

  CellsController(CellProperties settings, ClusterRouter router, CellLags lags) {
    this.settings = settings;
    this.router = router;
    this.lags = lags;
  }

  @Operation(
      summary = "Tells of the cells, and how far each is behind",
      description =
          "Those of the settings and those that listen to fitment-changes. Before reads are turned"
              + " to another cell, its lagSeconds and unpublishedSeconds should be 0.")
  @GetMapping("/api/v1/fitment/cells")
  CellsView cells() {
    Map<String, CellLag> now = lags.now();
    TreeSet<String> names = new TreeSet<>(now.keySet());
    names.add(settings.cell());
    names.addAll(settings.cells().keySet());
    return new CellsView(
        settings.cell(),
        router.readCell(),
        lags.unpublished().map(CellLags::seconds).orElse(null),
        names.stream().map(name -> cell(name, now.get(name))).toList());
  }

  private CellsView.Cell cell(String name, @Nullable CellLag lag) {
    return new CellsView.Cell(
        name,
        name.equals(settings.cell()) || settings.cells().containsKey(name),
        lag == null ? null : lag.events(),
        lag == null ? null : CellLags.seconds(lag.age()));
  }
}
