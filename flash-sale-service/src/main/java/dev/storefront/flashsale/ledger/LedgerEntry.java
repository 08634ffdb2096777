package dev.storefront.flashsale.ledger;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened to an order's units of one promotion: a value of {@code
 * flash-sale-ledger}. Order, promotion, attempt and kind identify it: sent twice it counts once.
 *
 * @param eventId made of what identifies it
 * @param attempt the order's attempt; an attempt that came to nothing has its own entries
 * @param items of an order of several items all of them, {@code 7:1,8:2}, promotion and quantity;
 *     else null, and where they are not known
 * @param remaining what was left in the promotion after a GRAB, else null
 * @param reason of a CANCEL, else null
 * @param expiresAt until when a GRAB has to be paid, epoch milliseconds, else null
 * @param occurredAt epoch milliseconds
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LedgerEntry(
    @NotNull String eventId,
    @NotNull Kind kind,
    @Positive long promotionId,
    @NotNull @Pattern(regexp = LedgerEntry.ORDER_ID) String orderId,
    @Positive long attempt,
    @Positive int quantity,
    @Size(max = 600) @Pattern(regexp = "[0-9]+:[0-9]+(,[0-9]+:[0-9]+)*") @Nullable String items,
    @PositiveOrZero @Nullable Integer remaining,
    @NotNull @Size(max = 128) String pin,
    @NotNull @Size(max = 45) String ip,
    @Size(max = 16) @Nullable String reason,
    @Nullable Long expiresAt,
    @Positive long occurredAt) {

  /** Regular expression: what an order's id is made of. */
  public static final String ORDER_ID = "[A-Za-z0-9._:-]{1,64}";

  /** Wants to know what MySQL has. */
  @FunctionalInterface
  public interface Follower {

    /** MySQL has these entries now, and maybe had them before. */
    void stored(List<LedgerEntry> entries);

    /**
     * These cancellations are of attempts that others of the same orders have replaced. As a rule
     * Redis has released their units long before.
     */
    default void replaced(List<LedgerEntry> cancellations) {}
  }

  /** Whoever reads the order later must be able to read its items, and find this one among them. */
  @AssertTrue(message = "items must be promotions and quantities, this promotion among them")
  @JsonIgnore
  @Schema(hidden = true)
  boolean isOneOfItems() {
    if (items == null) {
      return true;
    }
    try {
      List<String[]> all = Arrays.stream(items.split(",")).map(item -> item.split(":")).toList();
      return all.stream()
              .allMatch(item -> Long.parseLong(item[0]) > 0 && Integer.parseInt(item[1]) > 0)
          && all.stream().anyMatch(item -> Long.parseLong(item[0]) == promotionId);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException none) {
      return false;
    }
  }

  /** What can happen to units. */
  @Schema(name = "LedgerEntryKind")
  public enum Kind {
    GRAB,
    /** They were released. Cancels the GRAB of its attempt, also where that was never written. */
    CANCEL,
    PAY
  }

  /**
   * False for what no order is called. It must not be looked up: MySQL, for one, takes no notice of
   * blanks at the end of a text.
   */
  public static boolean isOrderId(String text) {
    return text.matches(ORDER_ID);
  }

  /** The id of an entry. */
  public static String idOf(Kind kind, String orderId, long promotionId, long attempt) {
    return orderId + '/' + promotionId + '/' + attempt + '/' + kind;
  }

  /** The id of an entry of this kind of this attempt, whatever it calls itself. */
  String rowId() {
    return idOf(kind, orderId, promotionId, attempt);
  }

  /** The same at another time, epoch milliseconds. */
  LedgerEntry at(long time) {
    return new LedgerEntry(
        eventId,
        kind,
        promotionId,
        orderId,
        attempt,
        quantity,
        items,
        remaining,
        pin,
        ip,
        reason,
        expiresAt,
        time);
  }

  /** Whether both are of one attempt of one order, for units of one promotion. */
  boolean isOfAttemptOf(LedgerEntry other) {
    return promotionId == other.promotionId
        && attempt == other.attempt
        && orderId.equals(other.orderId);
  }

  /** For logs, which have to do without addresses and accounts. */
  @Override
  public String toString() {
    return "entry " + eventId;
  }
}
