package dev.storefront.fitment.placement;

import dev.storefront.fitment.FitmentApplication;
import dev.storefront.localstack.testing.WithBackends;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.TestPropertySource;

/**
 * A test of the whole service on three real Redis clusters: one for what we sell ourselves, two for
 * the marketplace; all such tests share one instance.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(classes = FitmentApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(
    database = "fitment",
    namespace = "three",
    redisClusters = {"pop1", "pop2"})
@TestPropertySource(
    properties = {
      "storefront.fitment.placement.pop=pop1,pop2",
      "storefront.fitment.near-cache.max-age=1ms",
      // A quarter of those that the service has by itself: few callers are many then.
      "server.tomcat.threads.max=16",
      "storefront.fitment.check.callers-per-node=12"
    })
@interface ThreeClusters {

  /** A merchant on the cluster pop1; see RendezvousTest for a list. */
  long ON_POP_1 = 3;

  /** One on the cluster pop2. */
  long ON_POP_2 = 1;
}
