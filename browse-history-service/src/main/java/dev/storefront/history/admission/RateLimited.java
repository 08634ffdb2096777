package dev.storefront.history.admission;

import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says in the OpenAPI document that calls go through {@link Admission}. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ApiResponse(
    responseCode = "429",
    description = "rate-limited; 'dimension' is method, caller or user",
    content =
        @Content(
            mediaType = "application/problem+json",
            schema = @Schema(ref = "#/components/schemas/Problem")))
public @interface RateLimited {}
