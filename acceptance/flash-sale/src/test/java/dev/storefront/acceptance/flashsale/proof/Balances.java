package dev.storefront.acceptance.flashsale.proof;

import dev.storefront.acceptance.flashsale.proof.Books.Balance;
import dev.storefront.acceptance.flashsale.proof.Books.ItemRow;
import dev.storefront.acceptance.flashsale.proof.Violation.Rule;
import java.util.List;

/** In the end Redis, the ledger and the orders come to the same, and to no more than the quota. */
final class Balances {

  private final Run run;
  private final List<Violation> violations;

  Balances(Run run, List<Violation> violations) {
    this.run = run;
    this.violations = violations;
  }

  void check() {
    run.sales().forEach(this::check);
  }

  private void check(Sale sale) {
    long held =
        run.books().items().stream()
            .filter(row -> row.promotionId() == sale.promotionId() && row.holds())
            .mapToLong(ItemRow::quantity)
            .sum();
    if (held > sale.quota()) {
      report(Rule.OVERSOLD, sale, "orders hold %d of %d".formatted(held, sale.quota()));
    }
    List<Balance> balances =
        run.books().balances().stream()
            .filter(balance -> balance.promotionId() == sale.promotionId())
            .toList();
    Balance right = new Balance(sale.promotionId(), held, held, 0, sale.quota() - held);
    if (!balances.equals(List.of(right))) {
      report(Rule.UNBALANCED, sale, "expected %s, got %s".formatted(right, balances));
    }
  }

  private void report(Rule rule, Sale sale, String detail) {
    violations.add(new Violation(rule, "promotion " + sale.promotionId(), detail));
  }
}
