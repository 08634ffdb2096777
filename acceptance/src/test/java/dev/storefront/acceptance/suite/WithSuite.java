package dev.storefront.acceptance.suite;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test class on the one {@link RunningSuite} that all classes share; a constructor or method
 * takes it as a parameter. Not on containers: {@code ./storefront} knows processes only.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SuiteExtension.class)
@DisabledIfSystemProperty(named = "backends", matches = "testcontainers")
public @interface WithSuite {}
