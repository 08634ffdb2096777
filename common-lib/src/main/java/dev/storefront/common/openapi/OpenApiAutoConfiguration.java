package dev.storefront.common.openapi;

import dev.storefront.common.security.Caller;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.security.SecurityScheme;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Every service's document says the same of tokens and problems. */
@AutoConfiguration
@ConditionalOnClass(OperationCustomizer.class)
class OpenApiAutoConfiguration {

  static final String BEARER = "bearer";

  static {
    // Who calls comes from the token, never from a parameter.
    SpringDocUtils.getConfig().addRequestWrapperToIgnore(Caller.class);
  }

  @Bean
  OpenAPI openApi(
      @Value("${spring.application.name}") String name, ObjectProvider<ProblemMember> members) {
    return new OpenAPI()
        .info(new Info().title(name).version("v1"))
        .components(
            new Components()
                .addSchemas(ProblemSchema.NAME, ProblemSchema.create(members.orderedStream()))
                .addSecuritySchemes(
                    BEARER,
                    new SecurityScheme()
                        .type(SecurityScheme.Type.HTTP)
                        .scheme("bearer")
                        .bearerFormat("JWT")));
  }

  @Bean
  OperationCustomizer answers() {
    return new AnswersCustomizer();
  }

  @Bean
  OpenApiCustomizer numberBounds() {
    return new NumberBounds();
  }

  @Bean
  ModelConverter recordMembers() {
    return new RecordMembers();
  }
}
