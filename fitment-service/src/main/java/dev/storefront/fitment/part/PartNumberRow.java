package dev.storefront.fitment.part;

import dev.storefront.fitment.lines.ParsedRow;
import dev.storefront.fitment.placement.SkuKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part number as a row of a table; reading it gathers all that is wrong with it. */
final class PartNumberRow {

  static final String HEADER = "partNumber,skuId,kind,spuId,mainSkuId,vendorId";

  private final List<String> faults = new ArrayList<>();

  private PartNumberRow() {}

  static ParsedRow<PartNumber> parse(List<String> values) {
    return new PartNumberRow().read(values.stream().map(String::strip).toList());
  }

  private ParsedRow<PartNumber> read(List<String> values) {
    String number = values.get(0);
    require(
        !number.isEmpty() && number.length() <= PartNumbers.LONGEST,
        "partNumber must have 1 to " + PartNumbers.LONGEST + " characters");
    Long skuId = id("skuId", values.get(1));
    require(!values.get(1).isEmpty(), "skuId is required");
    SkuKind kind = kind(values.get(2));
    Long spuId = id("spuId", values.get(3));
    Long mainSkuId = id("mainSkuId", values.get(4));
    require(kind != SkuKind.POP || !values.get(3).isEmpty(), "spuId is required for POP");
    require(kind != SkuKind.SELF || !values.get(4).isEmpty(), "mainSkuId is required for SELF");
    Long vendorId = id("vendorId", values.get(5));
    return faults.isEmpty() && skuId != null && kind != null
        ? new ParsedRow.Valid<>(new PartNumber(number, skuId, kind, spuId, mainSkuId, vendorId))
        : new ParsedRow.Invalid<>(String.join("; ", faults));
  }

  private @Nullable SkuKind kind(String text) {
    for (SkuKind kind : SkuKind.values()) {
      if (kind.name().equals(text)) {
        return kind;
      }
    }
    faults.add("kind must be SELF or POP");
    return null;
  }

  private @Nullable Long id(String column, String text) {
    if (text.isEmpty()) {
      return null;
    }
    try {
      long id = Long.parseLong(text);
      require(id > 0, column + " must be 1 or more");
      return id;
    } catch (NumberFormatException e) {
      faults.add(column + " must be a number");
      return null;
    }
  }

  private void require(boolean holds, String fault) {
    if (!holds) {
      faults.add(fault);
    }
  }
}
