package dev.storefront.fitment.placement;

import jakarta.validation.constraints.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The cell of this instance: a set of instances with their own Redis clusters. All cells share
 * MySQL, and have Redis clusters of the same names.
 *
 * @param cell its name, lower-case letters and digits
 */
@Validated
@ConfigurationProperties("storefront.fitment")
public record CellProperties(@DefaultValue("a") @Pattern(regexp = "[a-z0-9]{1,20}") String cell) {}
