package dev.storefront.localstack.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;

/** For tests that stop servers which others may be using where one set serves everybody. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@DisabledIfEnvironmentVariable(
    named = TestStack.HOME_SETTING,
    matches = ".+",
    disabledReason = "others may be using these servers")
public @interface NotOnSharedServers {}
