package dev.storefront.localstack.testing;

import java.util.Comparator;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/**
 * Has the test classes of one namespace, which share an application context, run one after another:
 * no more than one context has to be kept, and none that nobody needs polls servers meanwhile.
 */
final class ByContext implements ClassOrderer {

  // For JUnit, which makes it by name.
  ByContext() {}

  @Override
  public void orderClasses(ClassOrdererContext context) {
    context.getClassDescriptors().sort(Comparator.comparing(ByContext::namespace));
  }

  /** By JUnit's means alone: modules without Spring's tests have their classes ordered too. */
  private static String namespace(ClassDescriptor type) {
    return type.findAnnotation(WithBackends.class).map(WithBackends::namespace).orElse("");
  }
}
