package dev.storefront.common.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds every value of a document that has not the type it should have, one after the other. */
final class UnreadableValues {

  private static final int MOST = 100;

  /** Null stands for left out. What is of a primitive type must be there, whatever it is. */
  private static final List<@Nullable JsonNode> STAND_INS =
      Arrays.asList(null, IntNode.valueOf(0), BooleanNode.FALSE);

  private final JsonMapper json;
  private final JavaType wanted;

  UnreadableValues(JsonMapper json, JavaType wanted) {
    this.json = json;
    this.wanted = wanted;
  }

  /**
   * What is wrong with a document.
   *
   * @param fields the values in their order, {@value #MOST} at most
   * @param rest what the document says without them, null if that cannot be read either
   */
  record Found(List<InvalidField> fields, @Nullable Object rest) {}

  /** Looks for the values; others take their places to look for the next. */
  Found in(byte[] document) {
    List<InvalidField> found = new ArrayList<>();
    Map<String, Iterator<@Nullable JsonNode>> standIns = new HashMap<>();
    try {
      JsonNode tree = json.readTree(document);
      while (found.size() < MOST) {
        try {
          return new Found(found, json.treeToValue(tree, wanted));
        } catch (JacksonException e) {
          InvalidField field = JsonErrors.describe(e);
          var left =
              standIns.computeIfAbsent(
                  field.field(),
                  first -> {
                    found.add(field);
                    return STAND_INS.iterator();
                  });
          if (!left.hasNext() || !replace(tree, e.getPath(), left.next())) {
            break;
          }
        }
      }
    } catch (JacksonException notWellFormed) {
      // What was found before counts.
    }
    return new Found(found, null);
  }

  private static boolean replace(
      JsonNode tree, List<JacksonException.Reference> path, @Nullable JsonNode standIn) {
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
      if (standIn == null) {
        return object.remove(last.getPropertyName()) != null;
      }
      object.set(last.getPropertyName(), standIn);
      return true;
    }
    if (parent instanceof ArrayNode array
        && last.getIndex() >= 0
        && last.getIndex() < array.size()) {
      array.set(last.getIndex(), standIn == null ? NullNode.getInstance() : standIn);
      return true;
    }
    return false;
  }
}
