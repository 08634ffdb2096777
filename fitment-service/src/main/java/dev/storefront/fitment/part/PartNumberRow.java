package dev.storefront.fitment.part;

import dev.storefront.fitment.lines.CsvLine;
import dev.storefront.fitment.lines.CsvTable;
import dev.storefront.fitment.lines.ParsedRow;
import dev.storefront.fitment.placement.GroupGiven;
import dev.storefront.fitment.placement.SkuKind;
import dev.storefront.fitment.text.Storable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part number as a row of a table; reading it gathers all that is wrong with it. */
final class PartNumberRow {

  static final CsvTable TABLE =
      new CsvTable("partNumber,skuId,kind,spuId,mainSkuId,vendorId", "brand");

  /** Takes the place of an id that is none, whose row is not taken: of it nothing more is said. */
  private static final long NO_ID = 1;

  private final List<String> faults = new ArrayList<>();

  private record Ids(
      @Nullable SkuKind kind,
      @Nullable Long spuId,
      @Nullable Long mainSkuId,
      @Nullable Long vendorId)
      implements GroupGiven.Ids {}

  private PartNumberRow() {}

  static ParsedRow<PartNumber> parse(List<String> values) {
    return new PartNumberRow().read(values.stream().map(String::strip).toList());
  }

  private ParsedRow<PartNumber> read(List<String> values) {
    String number = values.get(0);
    require(
        !number.isEmpty() && number.length() <= PartNumbers.LONGEST,
        "partNumber must have 1 to " + PartNumbers.LONGEST + " characters");
    require(Storable.Validator.holds(number), "partNumber " + Storable.FAULT);
    Long skuId = id("skuId", values.get(1));
    require(!values.get(1).isEmpty(), "skuId is required");
    require(skuId == null || skuId > 0, "skuId must be 1 or more");
    SkuKind kind = kind(values.get(2));
    Ids ids =
        new Ids(
            kind,
            id("spuId", values.get(3)),
            id("mainSkuId", values.get(4)),
            id("vendorId", values.get(5)));
    ids.faults().forEach((id, fault) -> faults.add(id + " " + fault));
    String brand = values.get(6);
    require(
        brand.isEmpty() || brand.matches(PartNumbers.BRAND),
        "brand must be 1 to 16 letters and digits");
    return faults.isEmpty() && skuId != null && kind != null
        ? new ParsedRow.Valid<>(
            new PartNumber(
                number,
                brand.isEmpty() ? null : brand,
                skuId,
                kind,
                ids.spuId(),
                ids.mainSkuId(),
                ids.vendorId()))
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
    Long id = CsvLine.wholeNumber(text);
    if (id == null) {
      faults.add(column + " must be a number");
      return NO_ID;
    }
    return id;
  }

  private void require(boolean holds, String fault) {
    if (!holds) {
      faults.add(fault);
    }
  }
}
