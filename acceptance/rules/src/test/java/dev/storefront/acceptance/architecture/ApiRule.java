package dev.storefront.acceptance.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import dev.storefront.acceptance.Module;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the endpoints of a service take and give. */
enum ApiRule implements Rule {

  /** Of two types whose schemas have one name, springdoc documents the last. */
  NO_TWO_TYPES_OF_A_SERVICE_SHARE_THE_NAME_OF_A_SCHEMA(
      code ->
          code.modules().stream()
              .filter(Module::isService)
              .map(service -> typesOf(code, service))
              .flatMap(
                  types ->
                      types.stream()
                          .collect(Collectors.groupingBy(ApiRule::schemaOf))
                          .values()
                          .stream())
              .filter(types -> types.size() > 1)
              .map(List::toString)),

  /** Who forgets it would let every user's token in. */
  EVERY_ENDPOINT_OF_A_SERVICE_SAYS_WHO_MAY_CALL_IT(
      code ->
          code.modules().stream()
              .filter(Module::isService)
              .flatMap(service -> endpointsOf(code, service))
              .filter(endpoint -> !saysWhoMayCallIt(endpoint))
              .map(JavaMethod::getFullName));

  private static final String CONTROLLER = "org.springframework.web.bind.annotation.RestController";
  private static final List<String> ACCESS =
      List.of(
          "dev.storefront.common.security.RequiresScope",
          "dev.storefront.common.security.PublicEndpoint");
  private static final String SCHEMA = "io.swagger.v3.oas.annotations.media.Schema";
  private static final String BODY = "org.springframework.web.bind.annotation.RequestBody";

  private final Check check;

  ApiRule(Check check) {
    this.check = check;
  }

  @Override
  public Stream<String> brokenIn(Code code) {
    return check.apply(code);
  }

  /** The types of bodies and replies. */
  static Set<JavaClass> typesOf(Code code, Module service) {
    Set<JavaClass> types = new LinkedHashSet<>();
    endpointsOf(code, service).flatMap(ApiRule::bodies).forEach(body -> collect(code, body, types));
    return types;
  }

  private static Stream<JavaMethod> endpointsOf(Code code, Module service) {
    return code.main().stream()
        .filter(type -> type.isAnnotatedWith(CONTROLLER))
        .filter(type -> code.moduleOf(type).filter(service::equals).isPresent())
        .flatMap(controller -> controller.getMethods().stream())
        .filter(ApiRule::isEndpoint);
  }

  /** What {@code @Schema} says, or the simple name. */
  private static String schemaOf(JavaClass type) {
    return type.tryGetAnnotationOfType(SCHEMA)
        .flatMap(schema -> schema.tryGetExplicitlyDeclaredProperty("name"))
        .map(Object::toString)
        .orElse(type.getSimpleName());
  }

  /** Spring is not on the class path here: what its annotations bear is not known. */
  private static boolean isEndpoint(JavaMethod method) {
    return method.getAnnotations().stream()
        .anyMatch(annotation -> annotation.getRawType().getSimpleName().endsWith("Mapping"));
  }

  private static boolean saysWhoMayCallIt(JavaMethod endpoint) {
    return ACCESS.stream()
        .anyMatch(
            said -> endpoint.isAnnotatedWith(said) || endpoint.getOwner().isAnnotatedWith(said));
  }

  private static Stream<JavaType> bodies(JavaMethod endpoint) {
    return Stream.concat(
        Stream.of(endpoint.getReturnType()),
        endpoint.getParameters().stream()
            .filter(parameter -> parameter.isAnnotatedWith(BODY))
            .map(parameter -> parameter.getType()));
  }

  private static void collect(Code code, JavaType body, Set<JavaClass> types) {
    body.getAllInvolvedRawTypes().stream()
        .filter(type -> code.moduleOf(type).isPresent())
        .filter(types::add)
        .flatMap(type -> type.getFields().stream())
        .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
        .forEach(field -> collect(code, field.getType(), types));
  }
}
