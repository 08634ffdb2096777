package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.ShortLinkApplication;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.aop.MethodBeforeAdvice;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;

/**
 * An instance that ends without a word, as by {@code kill -9}, just before a recycling run's thread
 * takes a step: changes something in Redis or MySQL, within a transaction or before one, for the
 * first or the second time. It is the first step that none was killed at before, or one that is
 * named. It writes down which. Its clock may be wrong.
 */
public final class KilledInstance {

  static final String KNOWN = "killed.known";

  /** Before which step it ends, in place of {@link #KNOWN}: its name, and for which time. */
  static final String AT = "killed.at";

  /** The file that it writes before it ends. */
  public static final String NOTE = "killed.note";

  /** Before which of all its steps it ends, in place of {@link #KNOWN}; 0 for none. */
  public static final String STEP = "killed.step";

  /** By how many milliseconds its clock is ahead. */
  public static final String AHEAD = "killed.ahead";

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
      Set.of("keyOf", "placeOf", "of", "live", "published", "lockIssued", "lockQuarantined");

  private KilledInstance() {}

  /** Takes the service's settings, and those above. */
  public static void main(String[] arguments) {
    SpringApplication service = new SpringApplication(ShortLinkApplication.class);
    service.addInitializers(KilledInstance::setClock);
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

  private static void setClock(ConfigurableApplicationContext context) {
    Long ahead = context.getEnvironment().getProperty(AHEAD, Long.class);
    if (ahead != null && context instanceof GenericApplicationContext beans) {
      beans.registerBean(
          Clock.class, () -> Clock.offset(Clock.systemUTC(), Duration.ofMillis(ahead)));
    }
  }

  private static final class Steps extends StaticMethodMatcherPointcut {

    @Override
    public boolean matches(Method method, Class<?> type) {
      return AT_WORK.contains(type.getSimpleName()) && !NO_STEPS.contains(method.getName());
    }
  }

  private static MethodBeforeAdvice killer(Environment settings) {
    Integer last = settings.getProperty(STEP, Integer.class);
    String at = settings.getProperty(AT);
    Set<String> known = Set.of(settings.getProperty(KNOWN, String[].class, new String[0]));
    Path note = Path.of(settings.getRequiredProperty(NOTE));
    Map<String, Integer> taken = new ConcurrentHashMap<>();
    AtomicInteger all = new AtomicInteger();
    return (method, arguments, target) -> {
      String step = method.getDeclaringClass().getSimpleName() + "." + method.getName();
      if (Thread.currentThread().getName().equals("recycling")) {
        int times = taken.merge(step, 1, Integer::sum);
        boolean isNew = times <= MOST_TIMES && !known.contains(step + times);
        boolean isNamed = at == null ? isNew : at.equals(step + times);
        if (last == null ? isNamed : all.incrementAndGet() == last) {
          Files.writeString(note, step + times);
          Runtime.getRuntime().halt(137);
        }
      }
    };
  }
}
