package dev.storefront.acceptance.endpoints;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * Compares JSON with what an OpenAPI 3.1 document says of it, as far as our documents say anything:
 * types, null, the values of an enum, the least and the greatest number, members and elements.
 *
 * @param document where references lead
 */
record JsonShape(JsonNode document) {

  /** What is wrong, one text each; nothing if all is as it was said. */
  List<String> faults(JsonNode value, JsonNode schema) {
    List<String> faults = new ArrayList<>();
    compare("", value, schema, faults);
    return faults;
  }

  private void compare(String at, JsonNode value, JsonNode schema, List<String> faults) {
    if (schema.has("$ref")) {
      compare(at, value, document.at(schema.path("$ref").asString("").substring(1)), faults);
      return;
    }
    if (schema.has("oneOf")) {
      if (schema.path("oneOf").valueStream().noneMatch(one -> faults(value, one).isEmpty())) {
        faults.add("%s is none of %s: %s".formatted(at, schema.path("oneOf"), value));
      }
      return;
    }
    Set<String> types = texts(schema.path("type"));
    if (!types.isEmpty() && types.stream().noneMatch(type -> isA(type, value))) {
      faults.add("%s is not of %s: %s".formatted(at, types, value));
    }
    if (schema.has("enum") && schema.path("enum").valueStream().noneMatch(value::equals)) {
      faults.add("%s is none of %s: %s".formatted(at, schema.path("enum"), value));
    }
    if (value.isNumber() && !isWithin(value, schema)) {
      faults.add("%s is out of bounds: %s".formatted(at, value));
    }
    compareMembers(at, value, schema, faults);
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      compare(at + "/" + i, value.get(i), schema.path("items"), faults);
    }
  }

  private void compareMembers(String at, JsonNode value, JsonNode schema, List<String> faults) {
    if (!value.isObject() || !schema.has("properties")) {
      return;
    }
    Set<String> missing = new TreeSet<>(texts(schema.path("required")));
    missing.removeAll(value.propertyNames());
    missing.forEach(name -> faults.add("%s/%s is missing".formatted(at, name)));
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      String name = at + "/" + member.getKey();
      JsonNode declared = schema.path("properties").path(member.getKey());
      if (declared.isMissingNode()) {
        faults.add(name + " is not declared");
      } else {
        compare(name, member.getValue(), declared, faults);
      }
    }
  }

  private static boolean isWithin(JsonNode number, JsonNode schema) {
    return (!schema.has("minimum") || number.asDouble() >= schema.path("minimum").asDouble())
        && (!schema.has("maximum") || number.asDouble() <= schema.path("maximum").asDouble());
  }

  private static boolean isA(String type, JsonNode value) {
    return switch (type) {
      case "null" -> value.isNull();
      case "string" -> value.isString();
      case "boolean" -> value.isBoolean();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "array" -> value.isArray();
      case "object" -> value.isObject();
      default -> throw new IllegalArgumentException("unknown type " + type);
    };
  }

  /** One text, or an array of them. */
  private static Set<String> texts(JsonNode node) {
    Set<String> texts = new TreeSet<>();
    if (node.isString()) {
      texts.add(node.asString());
    }
    if (node.isArray()) {
      node.valueStream().map(JsonNode::asString).forEach(texts::add);
    }
    return texts;
  }
}
