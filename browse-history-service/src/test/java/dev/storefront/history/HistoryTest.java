package dev.storefront.history;

import dev.storefront.localstack.testing.WithBackends;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;

/** The service on real servers; all classes that bear this share one running service. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {"history.archive.regions=2", "storefront.hbase.timeout=4s"})
@WithBackends(database = "browse_history")
@Import({Storefront.class, ColdRows.class, Operator.class})
public @interface HistoryTest {}
