package dev.storefront.common.web;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits on what a client may send.
 *
 * @param maxBodySize the longest request body where {@code bodySizes} says nothing else
 * @param bodySizes other limits by path pattern, for example {@code "[/api/v1/vehicles/import]":
 *     64MB}; the first that matches counts; negative means streamed, without limit
 */
@ConfigurationProperties("storefront.web")
record WebProperties(
    @DefaultValue("1MB") DataSize maxBodySize, @DefaultValue Map<String, DataSize> bodySizes) {}
