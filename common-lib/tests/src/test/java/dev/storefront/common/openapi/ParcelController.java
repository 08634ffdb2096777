package dev.storefront.common.openapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.storefront.common.security.PublicEndpoint;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Positive;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Shows members of every kind to {@link ApiDocumentTest}. */
@RestController
@RequestMapping("/api/v1/parcels")
@PublicEndpoint
class ParcelController {

  @Configuration(proxyBeanMethods = false)
  static class Problems {

    @Bean
    ProblemMember lostParcels() {
      return new ProblemMember("parcelIds", int[].class, "with lost: which");
    }
  }

  @ArraySchema(schema = @Schema(minimum = "10", maximum = "99"))
  @Retention(RetentionPolicy.RUNTIME)
  @interface Stamps {}

  enum Size {
    SMALL,
    LARGE
  }

  record Address(String street, @Nullable String city) {}

  record Weight(@JsonProperty("weight_grams") int grams) {}

  record Parcel(
      @Schema(minimum = "0") long wayId,
      @Positive int pieces,
      @Stamps List<Long> stampIds,
      Address to,
      @Nullable Address from,
      @JsonUnwrapped Weight weight,
      List<String> labels,
      @Nullable String shop,
      @Nullable Size size,
      @Nullable Map<String, Long> counts,
      int @Nullable [] marks,
      @Nullable JsonNode extra,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String note,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean fragile,
      @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String url) {}

  @Answers("202")
  @PostMapping
  ResponseEntity<Parcel> send(@RequestBody Parcel parcel) {
    return ResponseEntity.accepted().location(URI.create("/api/v1/parcels/1")).body(parcel);
  }

  @GetMapping("/{number}")
  int find(@PathVariable @Positive int number) {
    return number;
  }
}
