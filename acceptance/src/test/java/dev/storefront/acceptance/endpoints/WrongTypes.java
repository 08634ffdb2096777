package dev.storefront.acceptance.endpoints;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A JSON document with each of its values in turn replaced by one of another type. */
final class WrongTypes {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final JsonNode document;
  private final List<Wrong> found = new ArrayList<>();

  /**
   * @param what for people, for example {@code items[0].quantity = "1"}
   */
  record Wrong(String what, String json) {}

  WrongTypes(String document) {
    this.document = JSON.readTree(document);
  }

  Stream<Wrong> all() {
    found.clear();
    visit("", document);
    return List.copyOf(found).stream();
  }

  private void visit(String path, JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (String name : List.copyOf(object.propertyNames())) {
        String child = path.isEmpty() ? name : path + "." + name;
        replace(child, object.get(name), (old, value) -> object.set(name, value));
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        int index = i;
        replace(path + "[" + i + "]", array.get(i), (old, value) -> array.set(index, value));
      }
    }
  }

  private void replace(String path, JsonNode original, BiConsumer<JsonNode, JsonNode> place) {
    for (JsonNode wrong : othersThan(original)) {
      place.accept(original, wrong);
      found.add(new Wrong(path + " = " + wrong, document.toString()));
      place.accept(original, original);
    }
    visit(path, original);
  }

  private static List<JsonNode> othersThan(JsonNode value) {
    JsonNode object = NODES.objectNode().put("a", 1);
    JsonNode array = NODES.arrayNode().add(object);
    if (value.isObject()) {
      return List.of(NODES.stringNode("text"), NODES.numberNode(17), NODES.arrayNode());
    }
    if (value.isArray()) {
      return List.of(
          NODES.stringNode("text"), NODES.numberNode(17), object, NODES.arrayNode().addNull());
    }
    if (value.isBoolean()) {
      return List.of(NODES.stringNode("true"), NODES.numberNode(1), object);
    }
    if (value.isNumber()) {
      return List.of(NODES.stringNode(value.asString()), NODES.booleanNode(true), object, array);
    }
    List<JsonNode> others =
        new ArrayList<>(List.of(NODES.numberNode(17), NODES.booleanNode(true), object, array));
    if (value.asString().matches("[A-Z_]+")) {
      others.add(NODES.stringNode("NO_SUCH_CONSTANT"));
    } else if (value.asString().matches("\\d{4}-\\d{2}-\\d{2}.*")) {
      others.add(NODES.stringNode("tomorrow"));
    }
    return others;
  }
}
