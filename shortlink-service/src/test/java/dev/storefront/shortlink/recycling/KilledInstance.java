package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.ShortLinkApplication;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.aop.MethodBeforeAdvice;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.Environment;

/**
 * An instance that ends without a word, as by {@code kill -9}, just before a recycling run's thread
 * takes a step that none was killed at before: changes something in Redis or MySQL, within a
 * transaction or before one, for the first or the second time. It writes down which.
 */
final class KilledInstance {

  static final String KNOWN = "killed.known";
  static final String NOTE = "killed.note";

  private static final int MOST_TIMES = 2;

  private static final Set<String> AT_WORK =
      Set.of(
          "Candidates",
          "RedisMemory",
          "IdleCodes",
          "PromisedLinks",
          "SegmentTransitions",
          "SegmentMarkers",
          "SegmentPool",
          "FreeRanges",
          "Leases",
          "Holdings");

  /** They ask only: who is killed before is killed after the step before. */
  private static final Set<String> NO_STEPS =
      Set.of("keyOf", "linkKeyOf", "of", "live", "published", "lockIssued", "lockQuarantined");

  private KilledInstance() {}

  /** Takes the service's settings, and the two above. */
  public static void main(String[] arguments) {
    SpringApplication service = new SpringApplication(ShortLinkApplication.class);
    service.addInitializers(
        context ->
            context.addBeanFactoryPostProcessor(
                beans -> {
                  RootBeanDefinition advisor =
                      new RootBeanDefinition(
                          DefaultPointcutAdvisor.class,
                          () ->
                              new DefaultPointcutAdvisor(
                                  new Steps(), killer(context.getEnvironment())));
                  advisor.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
                  ((BeanDefinitionRegistry) beans).registerBeanDefinition("killer", advisor);
                }));
    service.run(arguments);
  }

  private static final class Steps extends StaticMethodMatcherPointcut {

    @Override
    public boolean matches(Method method, Class<?> type) {
      return AT_WORK.contains(type.getSimpleName()) && !NO_STEPS.contains(method.getName());
    }
  }

  private static MethodBeforeAdvice killer(Environment settings) {
    Set<String> known = Set.of(settings.getRequiredProperty(KNOWN, String[].class));
    Path note = Path.of(settings.getRequiredProperty(NOTE));
    Map<String, Integer> taken = new ConcurrentHashMap<>();
    return (method, arguments, target) -> {
      String step = method.getDeclaringClass().getSimpleName() + "." + method.getName();
      if (Thread.currentThread().getName().equals("recycling")) {
        int times = taken.merge(step, 1, Integer::sum);
        if (times <= MOST_TIMES && !known.contains(step + times)) {
          Files.writeString(note, step + times);
          Runtime.getRuntime().halt(137);
        }
      }
    };
  }
}
