package dev.storefront.fitment.placement;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * SKUs that are shown together, and so are checked together and lie in one slot: those of a main
 * SKU (self-operated) or of a merchant's SPU (marketplace).
 *
 * @param kind whose product it is
 * @param id the main SKU or the SPU
 * @param vendorId the merchant of a marketplace SPU, 0 if nobody said; always 0 for SELF
 */
public record Group(SkuKind kind, long id, long vendorId) {

  /** Drops the vendor of a self-operated product: it does not tell groups apart. */
  public Group {
    vendorId = kind == SkuKind.SELF ? 0 : vendorId;
  }

  /** The SKUs of a main SKU. */
  public static Group self(long mainSkuId) {
    return new Group(SkuKind.SELF, mainSkuId, 0);
  }

  /** The SKUs of a merchant's SPU. */
  public static Group pop(long spuId, @Nullable Long vendorId) {
    return new Group(SkuKind.POP, spuId, vendorId == null ? 0 : vendorId);
  }

  /** Of a row that has {@code kind, vendor_id, group_id}. */
  public static Group of(ResultSet row) throws SQLException {
    return new Group(
        SkuKind.valueOf(row.getString("kind")), row.getLong("group_id"), row.getLong("vendor_id"));
  }

  /** What Redis Cluster hashes: {@code SELF:100}, or {@code POP:42:700} for vendor 42's SPU 700. */
  String hashTag() {
    return kind == SkuKind.SELF ? "SELF:" + id : "POP:" + vendorId + ":" + id;
  }

  // As in Shelf, the record's own are too slow for how often they are asked.

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || other instanceof Group that
            && id == that.id
            && vendorId == that.vendorId
            && kind == that.kind;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(id) + Long.hashCode(vendorId)) + kind.ordinal();
  }
}
