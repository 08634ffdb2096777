package dev.storefront.common.openapi;

import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.Arrays;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.method.HandlerMethod;

/** Every service's document says the same of tokens and problems. */
@AutoConfiguration
@ConditionalOnClass(OperationCustomizer.class)
class OpenApiAutoConfiguration {

  private static final String BEARER = "bearer";
  private static final String PROBLEM = "Problem";

  static {
    // Who calls comes from the token, never from a parameter.
    SpringDocUtils.getConfig().addRequestWrapperToIgnore(Caller.class);
  }

  @Bean
  OpenAPI openApi(@Value("${spring.application.name}") String name) {
    Schema<?> problem =
        new ObjectSchema()
            .description("RFC 9457 problem; clients switch on 'code'")
            .addProperty("type", new StringSchema().example("urn:storefront:problem:not-found"))
            .addProperty("title", new StringSchema().example("Not Found"))
            .addProperty("status", new IntegerSchema().example(404))
            .addProperty("detail", new StringSchema())
            .addProperty("instance", new StringSchema())
            .addProperty("code", new StringSchema().example("not-found"));
    return new OpenAPI()
        .info(new Info().title(name).version("v1"))
        .components(
            new Components()
                .addSchemas(PROBLEM, problem)
                .addSecuritySchemes(
                    BEARER,
                    new SecurityScheme()
                        .type(SecurityScheme.Type.HTTP)
                        .scheme("bearer")
                        .bearerFormat("JWT")));
  }

  @Bean
  OperationCustomizer tokensAndProblems() {
    return (operation, handler) -> {
      RequiresScope rule = ruleOf(handler);
      if (rule != null) {
        operation.addSecurityItem(new SecurityRequirement().addList(BEARER));
        String scopes = Arrays.stream(rule.value()).map(s -> s.claim()).toList().toString();
        String text = operation.getDescription();
        operation.setDescription((text == null ? "" : text + "\n\n") + "Scope: " + scopes);
        addProblem(operation, HttpStatus.UNAUTHORIZED);
        addProblem(operation, HttpStatus.FORBIDDEN);
      }
      addProblem(operation, HttpStatus.BAD_REQUEST);
      addProblem(operation, HttpStatus.SERVICE_UNAVAILABLE);
      return operation;
    };
  }

  private static @org.jspecify.annotations.Nullable RequiresScope ruleOf(HandlerMethod handler) {
    RequiresScope onMethod = handler.getMethodAnnotation(RequiresScope.class);
    return onMethod != null
        ? onMethod
        : AnnotatedElementUtils.findMergedAnnotation(handler.getBeanType(), RequiresScope.class);
  }

  private static void addProblem(io.swagger.v3.oas.models.Operation operation, HttpStatus status) {
    ApiResponse response =
        new ApiResponse()
            .description(status.getReasonPhrase())
            .content(
                new Content()
                    .addMediaType(
                        "application/problem+json",
                        new MediaType()
                            .schema(new Schema<>().$ref("#/components/schemas/" + PROBLEM))));
    operation.getResponses().putIfAbsent(Integer.toString(status.value()), response);
  }
}
