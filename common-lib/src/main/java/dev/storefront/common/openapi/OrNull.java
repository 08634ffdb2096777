package dev.storefront.common.openapi;

import io.swagger.v3.oas.models.SpecVersion;
import io.swagger.v3.oas.models.media.Schema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a schema allows, or null, as OpenAPI 3.1 says it. */
final class OrNull {

  private static final String NULL = "null";

  private OrNull() {}

  /** The schema itself, changed, or another one around it. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static Schema<?> of(Schema schema) {
    if (schema.get$ref() != null) {
      return new Schema<>(SpecVersion.V31)
          .description(schema.getDescription())
          .oneOf(List.of(new Schema<>(SpecVersion.V31).$ref(schema.get$ref()), nothing()));
    }
    if (schema.getOneOf() != null) {
      if (!schema.getOneOf().contains(nothing())) {
        schema.addOneOfItem(nothing());
      }
      return schema;
    }
    Set<String> types = typesOf(schema);
    // Without a type it may be anything, null too.
    if (!types.isEmpty() && types.add(NULL)) {
      schema.setTypes(types);
      addToValues(schema);
    }
    return schema;
  }

  private static Schema<?> nothing() {
    return new Schema<>(SpecVersion.V31).types(Set.of(NULL));
  }

  private static Set<String> typesOf(Schema<?> schema) {
    if (schema.getTypes() != null) {
      return new LinkedHashSet<>(schema.getTypes());
    }
    return schema.getType() == null
        ? new LinkedHashSet<>()
        : new LinkedHashSet<>(List.of(schema.getType()));
  }

  /** Else null would be a value of the right type, but none of those that are listed. */
  private static void addToValues(Schema<Object> schema) {
    if (schema.getEnum() != null) {
      List<Object> values = new ArrayList<>(schema.getEnum());
      values.add(null);
      schema.setEnum(values);
    }
  }
}
