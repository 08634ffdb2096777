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

/**
 * Says the least value of each integer that has one as its {@code minimum}. Ids count from 1: that
 * is said of every number called one that has no lower bound of its own.
 */
final class NumberBounds implements OpenApiCustomizer {

  private static final Pattern ID = Pattern.compile("ids?|.*Ids?");

  @Override
  public void customise(OpenAPI document) {
    document.getComponents().getSchemas().values().forEach(NumberBounds::boundProperties);
    document.getPaths().values().stream()
        .map(PathItem::readOperations)
        .flatMap(List::stream)
        .map(Operation::getParameters)
        .flatMap(parameters -> Optional.ofNullable(parameters).stream().flatMap(List::stream))
        .forEach(NumberBounds::bound);
  }

  private static void bound(Parameter parameter) {
    bound(parameter.getName(), parameter.getSchema());
  }

  private static void boundProperties(Schema<?> schema) {
    Optional.<Map<String, ? extends Schema<?>>>ofNullable(properties(schema))
        .ifPresent(properties -> properties.forEach(NumberBounds::bound));
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static @Nullable Map<String, Schema<?>> properties(Schema schema) {
    return schema.getProperties();
  }

  private static void bound(String name, @Nullable Schema<?> schema) {
    if (schema == null) {
      return;
    }
    Schema<?> number = schema.getItems() == null ? schema : schema.getItems();
    if (!isInteger(number)) {
      return;
    }
    include(number);
    if (number.getMinimum() == null && ID.matcher(name).matches()) {
      number.setMinimum(BigDecimal.ONE);
    }
  }

  /** More than 0 is 1 or more. */
  private static void include(Schema<?> number) {
    BigDecimal excluded = excludedBy(number);
    if (excluded != null) {
      number.setMinimum(excluded.add(BigDecimal.ONE));
      number.setExclusiveMinimum(null);
      number.setExclusiveMinimumValue(null);
    }
  }

  /** A value in OpenAPI 3.1, a flag in 3.0; which of them is set depends on the place. */
  private static @Nullable BigDecimal excludedBy(Schema<?> number) {
    return number.getExclusiveMinimumValue() == null
            && Boolean.TRUE.equals(number.getExclusiveMinimum())
        ? number.getMinimum()
        : number.getExclusiveMinimumValue();
  }

  /** OpenAPI 3.1 has several types where 3.0 has one. */
  private static boolean isInteger(Schema<?> schema) {
    return "integer".equals(schema.getType())
        || (schema.getTypes() != null && schema.getTypes().contains("integer"));
  }
}
