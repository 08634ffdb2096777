package dev.storefront.fitment.check;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/**
 * Writes a {@link SkuFit} as its components say. A reply has up to a thousand of them, and the
 * serializer that works for any record takes three times as long.
 */
final class SkuFitSerializer extends ValueSerializer<SkuFit> {

  private static final SerializableString SKU_ID = new SerializedString("skuId");
  private static final SerializableString STATUS = new SerializedString("status");
  private static final SerializableString FITS = new SerializedString("fits");

  private static final Map<FitStatus, SerializableString> STATUSES =
      Arrays.stream(FitStatus.values())
          .collect(
              Collectors.toMap(
                  status -> status,
                  status -> new SerializedString(status.name()),
                  (one, other) -> one,
                  () -> new EnumMap<>(FitStatus.class)));

  @Override
  public void serialize(SkuFit fit, JsonGenerator json, SerializationContext context) {
    json.writeStartObject();
    json.writeName(SKU_ID);
    json.writeNumber(fit.skuId());
    json.writeName(STATUS);
    json.writeString(STATUSES.get(fit.status()));
    json.writeName(FITS);
    json.writeStartArray();
    for (boolean fits : fit.fits()) {
      json.writeBoolean(fits);
    }
    json.writeEndArray();
    if (fit.notes() != null) {
      json.writeName("notes");
      context.writeValue(json, fit.notes());
    }
    if (fit.notesLeftOut()) {
      json.writeName("notesLeftOut");
      json.writeBoolean(true);
    }
    json.writeEndObject();
  }
}
