package dev.storefront.fitment;

import dev.storefront.localstack.testing.WithBackends;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** A test of the whole service over HTTP, on real servers; all such tests share one instance. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
    classes = FitmentApplication.class,
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "storefront.fitment.imports.folder=target/imports",
      "storefront.fitment.check.patience=8s"
    })
@WithBackends(database = "fitment")
public @interface FitmentServiceTest {}
