package dev.storefront.acceptance.fitment;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a check says of one SKU.
 *
 * @param vehicles how many of them are answered
 * @param fits those that fit, by their place in the request
 */
record CheckAnswer(long skuId, String status, int vehicles, BitSet fits) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Reads a reply without building its tree: it has up to 20,000 answers. */
  static List<CheckAnswer> read(byte[] reply) {
    List<CheckAnswer> answers = new ArrayList<>();
    try (JsonParser json = JSON.createParser(reply)) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.PROPERTY_NAME && json.currentName().equals("skuId")) {
          answers.add(read(json));
        }
      }
    }
    return answers;
  }

  /** Reads a result whose first member is the SKU. */
  private static CheckAnswer read(JsonParser json) {
    json.nextToken();
    long skuId = json.getLongValue();
    json.nextToken();
    json.nextToken();
    String status = json.getString();
    json.nextToken();
    json.nextToken();
    BitSet fits = new BitSet();
    int vehicles = 0;
    for (JsonToken fit = json.nextToken(); fit != JsonToken.END_ARRAY; fit = json.nextToken()) {
      fits.set(vehicles++, fit == JsonToken.VALUE_TRUE);
    }
    return new CheckAnswer(skuId, status, vehicles, fits);
  }

  /** True if the servers that know were away: nothing is said then, and nothing may seem to fit. */
  boolean saysNothing() {
    return status.equals("UNAVAILABLE") && fits.isEmpty();
  }

  /**
   * What is right.
   *
   * @param known nothing if the SKU must be unknown
   */
  static CheckAnswer expected(long skuId, Optional<Fitment> known, int[] vehicleIds) {
    BitSet fits = new BitSet();
    for (int i = 0; i < vehicleIds.length; i++) {
      int vehicleId = vehicleIds[i];
      fits.set(i, known.filter(f -> f.universal() || f.vehicles().contains(vehicleId)).isPresent());
    }
    String status = known.map(f -> f.universal() ? "UNIVERSAL" : "KNOWN").orElse("UNKNOWN");
    return new CheckAnswer(skuId, status, vehicleIds.length, fits);
  }
}
