package dev.storefront.common.web;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds every value of a document that has not the type it should have, one after the other. */
final class UnreadableValues {

  private static final int MOST = 100;

  private final JsonMapper json;
  private final JavaType wanted;

  UnreadableValues(JsonMapper json, JavaType wanted) {
    this.json = json;
    this.wanted = wanted;
  }

  /** The values in their order, {@value #MOST} at most; each is taken out to look for the next. */
  List<InvalidField> in(byte[] document) {
    List<InvalidField> found = new ArrayList<>();
    try {
      JsonNode tree = json.readTree(document);
      while (found.size() < MOST) {
        try {
          json.treeToValue(tree, wanted);
          return found;
        } catch (JacksonException e) {
          InvalidField field = JsonErrors.describe(e);
          if (found.stream().anyMatch(known -> known.field().equals(field.field()))) {
            return found;
          }
          found.add(field);
          if (!takeOut(tree, e.getPath())) {
            return found;
          }
        }
      }
    } catch (JacksonException notWellFormed) {
      // What was found before counts.
    }
    return found;
  }

  private static boolean takeOut(JsonNode tree, List<JacksonException.Reference> path) {
    if (path.isEmpty()) {
      return false;
    }
    JsonNode parent = tree;
    for (JacksonException.Reference step : path.subList(0, path.size() - 1)) {
      parent =
          step.getPropertyName() == null
              ? parent.path(step.getIndex())
              : parent.path(step.getPropertyName());
    }
    JacksonException.Reference last = path.get(path.size() - 1);
    if (parent instanceof ObjectNode object && last.getPropertyName() != null) {
      return object.remove(last.getPropertyName()) != null;
    }
    if (parent instanceof ArrayNode array
        && last.getIndex() >= 0
        && last.getIndex() < array.size()) {
      array.setNull(last.getIndex());
      return true;
    }
    return false;
  }
}
