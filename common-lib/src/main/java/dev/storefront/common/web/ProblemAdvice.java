package dev.storefront.common.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.ConstraintViolationException;
import java.util.ArrayList;
import java.util.List;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;

/**
 * Every error of every endpoint as a problem document. Nothing of the inside (class, stack, host)
 * reaches a client; faults are logged with their stack, refusals are not.
 */
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {

  private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

  private final Unavailability unavailability;
  private final OutageLog outages = new OutageLog();

  ProblemAdvice(Unavailability unavailability) {
    this.unavailability = unavailability;
  }

  @ExceptionHandler
  ResponseEntity<Object> problem(ProblemException e, WebRequest request) {
    if (isUnderWay(request)) {
      log.info("Broke off: {}: {}", path(request), e.toString());
      throw e;
    }
    return reply(e.problem(), new HttpHeaders(), request);
  }

  @ExceptionHandler
  ResponseEntity<Object> constraint(ConstraintViolationException e, WebRequest request) {
    List<InvalidField> errors =
        e.getConstraintViolations().stream()
            .map(v -> InvalidField.ofParameter(v.getPropertyPath().toString(), v.getMessage()))
            .toList();
    return reply(InvalidField.problem(errors), new HttpHeaders(), request);
  }

  /**
   * The query, or a form, is not properly encoded, or the form is too long; found when the first
   * parameter is looked at.
   */
  @ExceptionHandler
  @Nullable ResponseEntity<Object> badlyEncoded(InvalidParameterException e, WebRequest request) {
    if (e.getErrorCode() == HttpStatus.CONTENT_TOO_LARGE.value()) {
      return reply(StandardProblems.ofStatus(e.getErrorCode()), new HttpHeaders(), request);
    }
    List<InvalidField> errors = List.of(new InvalidField("query", "is not properly encoded"));
    return reply(InvalidField.problem(errors), new HttpHeaders(), request);
  }

  /** So too, where a name or a value has control characters. */
  @ExceptionHandler
  @Nullable ResponseEntity<Object> rejected(RequestRejectedException e, WebRequest request) {
    return reply(StandardProblems.ofStatus(400), new HttpHeaders(), request);
  }

  /** What the client accepts is no media type; found by those that look for themselves. */
  @ExceptionHandler
  @Nullable ResponseEntity<Object> nameless(InvalidMimeTypeException e, WebRequest request) {
    return reply(StandardProblems.ofStatus(406), new HttpHeaders(), request);
  }

  /** There is nobody to reply to. */
  @ExceptionHandler
  @Nullable ResponseEntity<Object> hungUp(ClientAbortException e, WebRequest request) {
    log.info("The client hung up: {}", path(request));
    return null;
  }

  @ExceptionHandler
  @Nullable ResponseEntity<Object> anythingElse(Exception e, WebRequest request) throws Exception {
    if (isUnderWay(request)) {
      log.error("Broke off: {}", path(request), e);
      throw e;
    }
    if (unavailability.isBehind(e)) {
      outages.tell(path(request), e);
      return reply(StandardProblems.unavailable(), new HttpHeaders(), request);
    }
    log.error("Failed: {}", path(request), e);
    return reply(StandardProblems.internalError(), new HttpHeaders(), request);
  }

  /**
   * True if a part of the reply was sent, which must not look like all there is: who throws on has
   * the server cut the connection.
   */
  private static boolean isUnderWay(WebRequest request) {
    HttpServletResponse response = ((ServletWebRequest) request).getResponse();
    return response != null && response.isCommitted();
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
      MethodArgumentNotValidException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    List<InvalidField> errors =
        e.getBindingResult().getAllErrors().stream().map(ProblemAdvice::invalidField).toList();
    return reply(InvalidField.problem(errors), headers, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
      HandlerMethodValidationException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    List<InvalidField> errors = new ArrayList<>();
    for (ParameterValidationResult result : e.getParameterValidationResults()) {
      if (result instanceof ParameterErrors inBody) {
        inBody.getAllErrors().forEach(error -> errors.add(invalidField(error)));
      } else {
        String name = InvalidField.nameOf(result.getMethodParameter());
        for (MessageSourceResolvable error : result.getResolvableErrors()) {
          errors.add(new InvalidField(name, message(error)));
        }
      }
    }
    return reply(InvalidField.problem(errors), headers, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof BodyTooLargeException tooLarge) {
        return reply(
            Problem.of(
                HttpStatus.CONTENT_TOO_LARGE,
                "body-too-large",
                String.valueOf(tooLarge.getMessage())),
            headers,
            request);
      }
    }
    InvalidField first =
        e.getCause() instanceof JacksonException json
            ? JsonErrors.describe(json)
            : new InvalidField("body", "is missing or cannot be read");
    return reply(InvalidField.problem(List.of(first)), headers, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleTypeMismatch(
      TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    String name =
        e instanceof MethodArgumentTypeMismatchException argument
            ? argument.getName()
            : e.getPropertyName();
    return reply(
        Problem.invalid(name == null ? "parameter" : name, mustBe(e.getRequiredType())),
        headers,
        request);
  }

  /** A parameter may always be given once or often: what is wrong of a list is a value in it. */
  private static String mustBe(@Nullable Class<?> type) {
    return type == null || Iterable.class.isAssignableFrom(type)
        ? "has a wrong type"
        : "must be " + JsonErrors.nameOf(type);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleMissingServletRequestParameter(
      MissingServletRequestParameterException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return reply(Problem.invalid(e.getParameterName(), "is required"), headers, request);
  }

  /** Everything else that Spring MVC refuses: 404, 405, 406, 415 and their kin. */
  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception e,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    if (status.is5xxServerError()) {
      log.error("Failed: {}", path(request), e);
    }
    Problem problem =
        status.value() == HttpStatus.BAD_REQUEST.value()
            ? Problem.invalid("request", "is not well-formed")
            : StandardProblems.ofStatus(status.value());
    return reply(problem, headers, request);
  }

  private static ResponseEntity<Object> reply(
      Problem problem, HttpHeaders given, WebRequest request) {
    return problem.toReply(path(request), given);
  }

  private static String path(WebRequest request) {
    return servletRequest(request).getRequestURI();
  }

  private static HttpServletRequest servletRequest(WebRequest request) {
    return ((ServletWebRequest) request).getRequest();
  }

  private static InvalidField invalidField(ObjectError error) {
    String field = error instanceof FieldError f ? f.getField() : "body";
    return new InvalidField(field, message(error));
  }

  private static String message(MessageSourceResolvable error) {
    String message = error.getDefaultMessage();
    return message == null ? "is invalid" : message;
  }
}
