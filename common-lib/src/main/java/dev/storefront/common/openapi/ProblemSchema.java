package dev.storefront.common.openapi;

import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.util.List;
import java.util.stream.Stream;

/** The schema of {@link dev.storefront.common.web.Problem}s. */
final class ProblemSchema {

  static final String NAME = "Problem";
  static final String REFERENCE = "#/components/schemas/" + NAME;

  private ProblemSchema() {}

  static Schema<?> create(Stream<ProblemMember> more) {
    Schema<?> problem =
        new ObjectSchema()
            .description(
                "RFC 9457 problem; clients switch on 'code'. Some codes have members of their own")
            .addProperty("type", new StringSchema().example("urn:storefront:problem:not-found"))
            .addProperty("title", new StringSchema().example("Not Found"))
            .addProperty("status", new IntegerSchema().example(404))
            .addProperty("detail", new StringSchema())
            .addProperty("instance", new StringSchema().example("/api/v1/nothing"))
            .addProperty("code", new StringSchema().example("not-found"))
            .addProperty("errors", errors())
            .addProperty(
                "traceId",
                new StringSchema()
                    .description("with internal-error: by which the log has the reason, if traced"))
            .required(List.of("type", "title", "status", "detail", "instance", "code"));
    more.forEach(member -> problem.addProperty(member.name(), member.schema()));
    return problem;
  }

  private static Schema<?> errors() {
    return new ArraySchema()
        .description(
            "with invalid-request: all rules that path, query and body break, or the first value"
                + " that cannot be read")
        .items(
            new ObjectSchema()
                .addProperty("field", new StringSchema().example("items[0].quantity"))
                .addProperty("message", new StringSchema().example("must be an integer"))
                .required(List.of("field", "message")));
  }
}
