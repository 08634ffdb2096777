package dev.storefront.benchmarks.flashsale;

import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The flash sale's call for an order of one item, with the same tokens. */
@RestController
@RequiresScope({Scope.USER, Scope.SERVICE})
class SqlEndpoint {

  private final SqlSale sale;

  SqlEndpoint(SqlSale sale) {
    this.sale = sale;
  }

  record Item(@NotNull @Positive Long promotionId, @NotNull @Min(1) @Max(1_000) Integer quantity) {}

  record Grab(
      @NotNull @Size(min = 1, max = 64) String orderId,
      @NotNull @Size(min = 1, max = 1) List<@NotNull @Valid Item> items,
      @NotNull @Size(min = 1, max = 128) String pin,
      @NotNull String ip) {}

  /**
   * The answer.
   *
   * @param first false of a repeat
   */
  record Grabbed(
      String orderId, String status, Instant expiresAt, List<Item> items, boolean first) {}

  @PostMapping("/api/v1/grabs")
  ResponseEntity<Grabbed> grab(@Valid @RequestBody Grab grab, Caller caller) {
    String pin = caller.has(Scope.SERVICE) ? grab.pin() : caller.subject();
    Grabbed grabbed;
    try {
      grabbed = sale.grab(grab, pin);
    } catch (DuplicateKeyException theSameOrderAtTheSameMoment) {
      grabbed = sale.grab(grab, pin);
    }
    return grabbed.first()
        ? ResponseEntity.created(URI.create("/api/v1/grabs/" + grab.orderId())).body(grabbed)
        : ResponseEntity.ok(grabbed);
  }
}
