package dev.storefront.common.openapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Says of a record's members what its declaration says: one that is not {@link Nullable} is
 * required; one that is may be null too, unless JSON leaves it out then. Where a {@code @Schema} or
 * a constraint requires a member, that counts. The bounds that a constraint of our own says of a
 * list's elements with {@link ArraySchema} become the member's.
 */
final class RecordMembers implements ModelConverter {

  private static final String REFERENCE = "#/components/schemas/";

  /** What leaves out nulls alone, or nothing. */
  private static final Set<Include> KEEPING_VALUES =
      Set.of(Include.ALWAYS, Include.USE_DEFAULTS, Include.NON_NULL, Include.NON_ABSENT);

  @Override
  public @Nullable Schema<?> resolve(
      AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
    Schema<?> schema = chain.hasNext() ? chain.next().resolve(type, context, chain) : null;
    Class<?> raw = TypeFactory.defaultInstance().constructType(type.getType()).getRawClass();
    if (schema != null
        && raw.isRecord()
        && raw.getPackage().isAnnotationPresent(NullMarked.class)) {
      describe(raw, modelOf(schema, context));
    }
    return schema;
  }

  private static Schema<?> modelOf(Schema<?> schema, ModelConverterContext context) {
    String reference = schema.get$ref();
    return reference != null && reference.startsWith(REFERENCE)
        ? context.getDefinedModels().getOrDefault(reference.substring(REFERENCE.length()), schema)
        : schema;
  }

  private static void describe(Class<?> raw, Schema<?> model) {
    for (Field field : raw.getDeclaredFields()) {
      String name = nameOf(field);
      Schema<?> member = model.getProperties() == null ? null : model.getProperties().get(name);
      if (field.isAnnotationPresent(JsonUnwrapped.class)) {
        describe(field.getType(), model);
      } else if (member != null && !Modifier.isStatic(field.getModifiers())) {
        bound(field, member);
        describe(field, name, member, model);
      }
    }
  }

  private static void describe(Field field, String name, Schema<?> member, Schema<?> model) {
    if (model.getRequired() != null && model.getRequired().contains(name)) {
      return;
    }
    if (isAlwaysThere(field)) {
      model.addRequiredItem(name);
    } else if (isNullInJson(field)) {
      model.addProperty(name, OrNull.of(member));
    }
  }

  private static String nameOf(Field field) {
    JsonProperty property = field.getAnnotation(JsonProperty.class);
    return property == null || property.value().isEmpty() ? field.getName() : property.value();
  }

  private static boolean isAlwaysThere(Field field) {
    io.swagger.v3.oas.annotations.media.Schema own =
        field.getAnnotation(io.swagger.v3.oas.annotations.media.Schema.class);
    return !isNullable(field)
        && (own == null
            || own.requiredMode()
                != io.swagger.v3.oas.annotations.media.Schema.RequiredMode.NOT_REQUIRED)
        && KEEPING_VALUES.contains(inclusionOf(field));
  }

  private static boolean isNullInJson(Field field) {
    return isNullable(field)
        && Set.of(Include.ALWAYS, Include.USE_DEFAULTS).contains(inclusionOf(field));
  }

  private static boolean isNullable(Field field) {
    return field.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static Include inclusionOf(Field field) {
    JsonInclude own = field.getAnnotation(JsonInclude.class);
    JsonInclude ofAll = field.getDeclaringClass().getAnnotation(JsonInclude.class);
    JsonInclude counts = own == null ? ofAll : own;
    return counts == null ? Include.ALWAYS : counts.value();
  }

  private static void bound(Field field, Schema<?> list) {
    for (Annotation constraint : field.getAnnotations()) {
      ArraySchema said = constraint.annotationType().getAnnotation(ArraySchema.class);
      if (said != null && list.getItems() != null) {
        bound(list.getItems(), said.schema().minimum(), said.schema().maximum());
      }
    }
  }

  /** Where a bound is empty there is none. */
  private static void bound(Schema<?> number, String least, String greatest) {
    if (!least.isEmpty()) {
      number.setMinimum(new BigDecimal(least));
    }
    if (!greatest.isEmpty()) {
      number.setMaximum(new BigDecimal(greatest));
    }
  }
}
