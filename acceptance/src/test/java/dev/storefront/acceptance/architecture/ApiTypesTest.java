package dev.storefront.acceptance.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import dev.storefront.acceptance.Module;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the endpoints of a service take and give. */
class ApiTypesTest {

  private static final String CONTROLLER = "org.springframework.web.bind.annotation.RestController";
  private static final String SCHEMA = "io.swagger.v3.oas.annotations.media.Schema";
  private static final String BODY = "org.springframework.web.bind.annotation.RequestBody";

  /** Of two types whose schemas have one name, springdoc documents the last. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("services")
  void no_two_types_share_the_name_of_a_schema(Module service) {
    var byName =
        typesOf(service).stream()
            .collect(
                Collectors.groupingBy(
                    ApiTypesTest::schemaOf,
                    TreeMap::new,
                    Collectors.mapping(JavaClass::getName, Collectors.toList())));
    assertThat(byName).isNotEmpty();
    byName.values().removeIf(types -> types.size() == 1);
    assertThat(byName).isEmpty();
  }

  static Stream<Module> services() {
    return Code.MODULES.stream().filter(Module::isService);
  }

  private static Set<JavaClass> typesOf(Module service) {
    Set<JavaClass> types = new LinkedHashSet<>();
    Code.MAIN.stream()
        .filter(type -> type.isAnnotatedWith(CONTROLLER))
        .filter(type -> Code.moduleOf(type).filter(service::equals).isPresent())
        .flatMap(controller -> controller.getMethods().stream())
        .filter(ApiTypesTest::isEndpoint)
        .flatMap(ApiTypesTest::bodies)
        .forEach(body -> collect(body, types));
    return types;
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

  private static Stream<JavaType> bodies(JavaMethod endpoint) {
    return Stream.concat(
        Stream.of(endpoint.getReturnType()),
        endpoint.getParameters().stream()
            .filter(parameter -> parameter.isAnnotatedWith(BODY))
            .map(parameter -> parameter.getType()));
  }

  private static void collect(JavaType body, Set<JavaClass> types) {
    body.getAllInvolvedRawTypes().stream()
        .filter(type -> Code.moduleOf(type).isPresent())
        .filter(types::add)
        .flatMap(type -> type.getFields().stream())
        .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
        .forEach(field -> collect(field.getType(), types));
  }
}
