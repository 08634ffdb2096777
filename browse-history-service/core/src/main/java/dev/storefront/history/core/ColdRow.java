package dev.storefront.history.core;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A user's row in HBase's table {@value #TABLE}: the column {@code h:views} has JSON in view order,
 * {@code [{"skuId": 7, "viewedAt": 1700000000000}, ...]}, {@code h:asOf} the moment up to which it
 * is complete, in decimal epoch milliseconds.
 *
 * <p>Every cell, and every delete marker of a row that became empty, has the {@link #timestamp} of
 * its run and not the time of its write: then a run of an older date that is made again, however
 * late, changes no newer row, and the order of writes does not matter. A row so lives for 62 days
 * after its {@code asOf}; readers check the age of each view.
 *
 * @param views newest first, each SKU once, {@value HistoryRules#MOST_SHOWN} at most
 * @param asOf page views and deletions that arrived up to then went into it, epoch milliseconds
 */
public record ColdRow(List<View> views, long asOf) {

  /** The table's name, without namespace. */
  public static final String TABLE = "browse_history";

  /** Its only column family. */
  public static final String FAMILY = "h";

  /** The column of the views. */
  public static final String VIEWS = "views";

  /** The column of {@code asOf}. */
  public static final String AS_OF = "asOf";

  /** The most times that a run of one date can be made and still replace the one before. */
  public static final int MOST_ATTEMPTS = 100_000;

  private static final int PREFIX_BEGIN = 14;
  private static final int PREFIX_END = 18;
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  private static final TypeReference<List<View>> LIST = new TypeReference<>() {};

  public ColdRow {
    views = List.copyOf(views);
  }

  /**
   * The row key: the middle four hex digits of md5(user), then the user. User ids begin alike, and
   * would crowd one region (the design article's 2.1.1).
   */
  public static byte[] key(String user) {
    String hex = HexFormat.of().formatHex(md5().digest(user.getBytes(StandardCharsets.UTF_8)));
    return (hex.substring(PREFIX_BEGIN, PREFIX_END) + user).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The timestamp of the cells and delete markers of a run. A marker hides cells of its own time,
   * also those that come after it: that is why a run that is made again needs a later one.
   *
   * @param asOf the run's logical time, epoch milliseconds: the end of its date
   * @param attempt 0 for a date's first run, then one more each time; below {@value #MOST_ATTEMPTS}
   * @throws IllegalArgumentException if there were too many attempts
   */
  public static long timestamp(long asOf, int attempt) {
    if (attempt < 0 || attempt >= MOST_ATTEMPTS) {
      throw new IllegalArgumentException("attempt must be 0 to 99999, is " + attempt);
    }
    return asOf + attempt;
  }

  /** The value of {@code h:views}. */
  public byte[] viewsCell() {
    return JSON.writeValueAsBytes(views);
  }

  /** The value of {@code h:asOf}. */
  public byte[] asOfCell() {
    return Long.toString(asOf).getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * The row with these cells.
   *
   * @throws IllegalArgumentException if they hold anything else
   */
  public static ColdRow of(byte[] viewsCell, byte[] asOfCell) {
    try {
      return new ColdRow(
          JSON.readValue(viewsCell, LIST),
          Long.parseLong(new String(asOfCell, StandardCharsets.US_ASCII)));
    } catch (JacksonException e) {
      throw new IllegalArgumentException("h:views holds no list of views", e);
    }
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has MD5", e);
    }
  }
}
