package dev.storefront.fitment.placement;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What was said of a SKU's product. The group follows from it; the rest is kept and told as it was
 * said.
 *
 * @param kind whose product it is
 * @param spuId the group of a POP SKU, then 1 or more; else 0 or more, null if nobody said
 * @param mainSkuId the group of a SELF SKU, then 1 or more; else 0 or more, null if nobody said
 * @param vendorId the merchant, 0 or more, null if nobody said; part of a POP SKU's group
 */
public record ProductIds(
    SkuKind kind, @Nullable Long spuId, @Nullable Long mainSkuId, @Nullable Long vendorId) {

  /**
   * Of a row that has a group's columns and {@code spu_id, main_sku_id, given_vendor_id}. In one
   * that was written before there were these, they are null, and the group says what is known.
   */
  public static ProductIds of(ResultSet row) throws SQLException {
    Group group = Group.of(row);
    boolean pop = group.kind() == SkuKind.POP;
    return new ProductIds(
        group.kind(),
        pop ? Long.valueOf(group.id()) : row.getObject("spu_id", Long.class),
        pop ? row.getObject("main_sku_id", Long.class) : Long.valueOf(group.id()),
        vendorOf(group, row.getObject("given_vendor_id", Long.class)));
  }

  /** A vendor is part of a POP group: what an instance of before left beside one says nothing. */
  private static @Nullable Long vendorOf(Group group, @Nullable Long given) {
    if (group.vendorId() > 0) {
      return group.vendorId();
    }
    return group.kind() == SkuKind.POP && given != null && given > 0 ? null : given;
  }

  /**
   * Where the SKU belongs.
   *
   * @throws IllegalStateException if nobody said
   */
  public Group group() {
    Long id = kind == SkuKind.POP ? spuId : mainSkuId;
    if (id == null) {
      throw new IllegalStateException("No group is said");
    }
    return kind == SkuKind.POP ? Group.pop(id, vendorId) : Group.self(id);
  }
}
