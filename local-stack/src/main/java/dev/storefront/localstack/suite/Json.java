package dev.storefront.localstack.suite;

import tools.jackson.core.JacksonException;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** JSON for machines and for people. */
public final class Json {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  // Objects over several lines, lists on one.
  private static final ObjectWriter PRETTY =
      MAPPER
          .writer()
          .with(
              new DefaultPrettyPrinter(
                      Separators.createDefaultInstance()
                          .withObjectNameValueSpacing(Separators.Spacing.AFTER))
                  .withObjectIndenter(new DefaultIndenter("  ", "\n")));

  private Json() {}

  /** An object of one member; {@link JsonObject#and} adds more. The order of members is kept. */
  public static JsonObject object(String name, Object value) {
    return new JsonObject().and(name, value);
  }

  public static String write(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  public static String pretty(JsonNode node) {
    return PRETTY.writeValueAsString(node);
  }

  /** A missing node for what is not JSON. */
  public static JsonNode read(String text) {
    try {
      return text.isBlank() ? MissingNode.getInstance() : MAPPER.readTree(text);
    } catch (JacksonException e) {
      return MissingNode.getInstance();
    }
  }
}
