package dev.storefront.common.openapi;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OpenApiCustomizer;

/** No id is negative: says so of every number called one that has no lower bound of its own. */
final class IdBounds implements OpenApiCustomizer {

  private static final Pattern ID = Pattern.compile("ids?|.*Ids?");

  @Override
  public void customise(OpenAPI document) {
    document.getComponents().getSchemas().values().forEach(IdBounds::boundProperties);
    document.getPaths().values().stream()
        .map(PathItem::readOperations)
        .flatMap(List::stream)
        .map(Operation::getParameters)
        .flatMap(parameters -> Optional.ofNullable(parameters).stream().flatMap(List::stream))
        .forEach(IdBounds::bound);
  }

  private static void bound(Parameter parameter) {
    bound(parameter.getName(), parameter.getSchema());
  }

  private static void boundProperties(Schema<?> schema) {
    Optional.<Map<String, ? extends Schema<?>>>ofNullable(properties(schema))
        .ifPresent(properties -> properties.forEach(IdBounds::bound));
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static @Nullable Map<String, Schema<?>> properties(Schema schema) {
    return schema.getProperties();
  }

  private static void bound(String name, @Nullable Schema<?> schema) {
    if (schema == null || !ID.matcher(name).matches()) {
      return;
    }
    Schema<?> number = schema.getItems() == null ? schema : schema.getItems();
    if (isInteger(number)
        && number.getMinimum() == null
        && number.getExclusiveMinimumValue() == null) {
      number.setMinimum(BigDecimal.ZERO);
    }
  }

  /** OpenAPI 3.1 has several types where 3.0 has one. */
  private static boolean isInteger(Schema<?> schema) {
    return "integer".equals(schema.getType())
        || (schema.getTypes() != null && schema.getTypes().contains("integer"));
  }
}
