package dev.storefront.common.openapi;

import dev.storefront.common.security.EndpointAccess;
import dev.storefront.common.security.Scope;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.method.HandlerMethod;

/** Documents the scopes that a call needs, and all that it may answer. */
final class AnswersCustomizer implements OperationCustomizer {

  private static final Set<String> RETRYABLE = Set.of("429", "503");

  /** Where they come as a {@link ResponseEntity}. */
  private static final Set<String> ELSEWHERE = Set.of("201", "202");

  private static final String REDIRECT = "302";

  @Override
  public Operation customize(Operation operation, HandlerMethod handler) {
    Answers answers = handler.getMethodAnnotation(Answers.class);
    if (answers != null) {
      addOwn(operation.getResponses(), answers);
    }
    EndpointAccess access = EndpointAccess.of(handler);
    if (!access.isPublic()) {
      addScopes(operation, access.scopes());
    }
    addBadRequest(operation);
    // A token that is no good is refused where none is needed, too.
    addProblem(operation, HttpStatus.UNAUTHORIZED, "unauthorized");
    addProblem(
        operation,
        HttpStatus.METHOD_NOT_ALLOWED,
        "method-not-allowed, to other methods than these");
    if (hasContent(operation)) {
      addProblem(operation, HttpStatus.NOT_ACCEPTABLE, "not-acceptable");
    }
    if (takes(operation, "application/json")) {
      addProblem(operation, HttpStatus.CONTENT_TOO_LARGE, "body-too-large");
    }
    if (operation.getRequestBody() != null) {
      addProblem(operation, HttpStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type");
    }
    addProblem(operation, HttpStatus.SERVICE_UNAVAILABLE, "unavailable");
    operation.getResponses().forEach(AnswersCustomizer::addRetryAfter);
    if (handler.getReturnType().getParameterType() == ResponseEntity.class) {
      operation.getResponses().forEach(AnswersCustomizer::addLocation);
    }
    operation.getResponses().forEach(AnswersCustomizer::describeRedirect);
    return operation;
  }

  /** There is no body, which springdoc makes up, and always a target, whatever it is made with. */
  private static void describeRedirect(String status, ApiResponse response) {
    if (REDIRECT.equals(status)) {
      response.setContent(null);
      addLocation(response);
    }
  }

  /** True if a success says something, in a form that a client may not accept. */
  private static boolean hasContent(Operation operation) {
    return operation.getResponses().entrySet().stream()
        .anyMatch(
            answer -> answer.getKey().startsWith("2") && answer.getValue().getContent() != null);
  }

  private static void addLocation(String status, ApiResponse response) {
    if (ELSEWHERE.contains(status)) {
      addLocation(response);
    }
  }

  private static void addLocation(ApiResponse response) {
    response.addHeaderObject(
        "Location",
        new Header()
            .description("where it is")
            .required(true)
            .schema(new StringSchema().format("uri-reference")));
  }

  private static void addRetryAfter(String status, ApiResponse response) {
    if (RETRYABLE.contains(status)) {
      response.addHeaderObject(
          "Retry-After",
          new Header().description("seconds").schema(new IntegerSchema().example(1)));
    }
  }

  /** Each success has the content of the one that was found without {@link Answers}. */
  private static void addOwn(ApiResponses responses, Answers answers) {
    @Nullable ApiResponse found = responses.get("200");
    List<Answer> all = Arrays.stream(answers.value()).map(Answer::parse).toList();
    if (all.stream().anyMatch(answer -> !answer.isProblem())) {
      responses.remove("200");
    }
    for (Answer answer : all) {
      ApiResponse response =
          answer.isProblem()
              ? problem(answer.status(), answer.meaning())
              : new ApiResponse()
                  .description(answer.description())
                  .content(found == null ? null : found.getContent());
      responses.addApiResponse(Integer.toString(answer.status().value()), response);
    }
  }

  private static void addScopes(Operation operation, Set<Scope> scopes) {
    operation.addSecurityItem(new SecurityRequirement().addList(OpenApiAutoConfiguration.BEARER));
    if (!scopes.isEmpty()) {
      String names = scopes.stream().sorted().map(Scope::claim).toList().toString();
      String text = operation.getDescription();
      operation.setDescription((text == null ? "" : text + "\n\n") + "Scope: " + names);
      addProblem(operation, HttpStatus.FORBIDDEN, "forbidden");
    }
  }

  private static void addBadRequest(Operation operation) {
    List<String> codes = new ArrayList<>(List.of("invalid-request"));
    if (operation.getParameters() != null
        && operation.getParameters().stream().anyMatch(p -> "cursor".equals(p.getName()))) {
      codes.add("invalid-cursor");
    }
    addProblem(operation, HttpStatus.BAD_REQUEST, String.join(", ", codes));
  }

  private static boolean takes(Operation operation, String mediaType) {
    return operation.getRequestBody() != null
        && operation.getRequestBody().getContent() != null
        && operation.getRequestBody().getContent().containsKey(mediaType);
  }

  private static void addProblem(Operation operation, HttpStatus status, String codes) {
    operation.getResponses().putIfAbsent(Integer.toString(status.value()), problem(status, codes));
  }

  private static ApiResponse problem(HttpStatus status, String codes) {
    return new ApiResponse()
        .description(new Answer(status, codes).description())
        .content(
            new Content()
                .addMediaType(
                    "application/problem+json",
                    new MediaType().schema(new Schema<>().$ref(ProblemSchema.REFERENCE))));
  }

  /**
   * One of {@link Answers#value()}.
   *
   * @param meaning may be empty
   */
  private record Answer(HttpStatus status, String meaning) {

    static Answer parse(String text) {
      String[] parts = text.split(" ", 2);
      return new Answer(
          HttpStatus.valueOf(Integer.parseInt(parts[0])), parts.length < 2 ? "" : parts[1]);
    }

    boolean isProblem() {
      return status.isError();
    }

    String description() {
      String reason = status.getReasonPhrase();
      return meaning.isEmpty() ? reason : reason + ": " + meaning;
    }
  }
}
