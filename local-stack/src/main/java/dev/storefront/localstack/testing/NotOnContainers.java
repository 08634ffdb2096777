package dev.storefront.localstack.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** For tests that take servers' files away or kill processes of their own. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@DisabledIfSystemProperty(
    named = "backends",
    matches = "testcontainers",
    disabledReason = "takes files away or kills processes, which containers have for themselves")
public @interface NotOnContainers {}
