package dev.storefront.common.redis;

import java.util.function.Predicate;

/**
 * A bean of this type is a setting that one service's Redis nodes should have. Where one has
 * another, that is a finding which is not grave.
 *
 * @param name as Redis calls it
 * @param good of the values that are as wanted
 * @param wanted what it has to be, and why in a few words
 */
public record WantedRedisSetting(String name, Predicate<String> good, String wanted) {}
