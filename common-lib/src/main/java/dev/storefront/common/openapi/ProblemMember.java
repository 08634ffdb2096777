package dev.storefront.common.openapi;

import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.media.Schema;

/**
 * A member that some problems of a service have and others have not. Beans of this type stand in
 * the service's OpenAPI document.
 *
 * @param name as {@link dev.storefront.common.web.Problem#with} has it
 * @param type of its values, for example {@code int[].class}
 * @param description with which codes it comes, and what it says
 */
public record ProblemMember(String name, Class<?> type, String description) {

  Schema<?> schema() {
    return ModelConverters.getInstance(true)
        .resolveAsResolvedSchema(new AnnotatedType(type))
        .schema
        .description(description);
  }
}
