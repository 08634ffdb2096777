package dev.storefront.acceptance.architecture;

import static dev.storefront.acceptance.architecture.PlantedSource.library;
import static dev.storefront.acceptance.architecture.PlantedSource.main;
import static dev.storefront.acceptance.architecture.PlantedSource.test;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The code that the rules are tested with. */
final class PlantedSources {

  private static final String FITMENT = "fitment-service";
  private static final String USER_TAG = "user-tag-service";
  private static final String COMMON = "common-lib";
  private static final String SDK = "shortlink-service/sdk";
  private static final String LUA = "lua-scripts";

  private static final String ANNOTATION =
      "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) public @";

  /** As much of libraries as is used. */
  private static final List<PlantedSource> LIBRARIES =
      List.of(
          library(
              "package org.springframework.web.bind.annotation; "
                  + ANNOTATION
                  + "interface RestController {}"),
          library(
              "package org.springframework.web.bind.annotation; "
                  + ANNOTATION
                  + "interface GetMapping {}"),
          library(
              "package org.springframework.beans.factory.annotation; "
                  + ANNOTATION
                  + "interface Autowired {}"),
          library(
              "package dev.storefront.common.security; "
                  + ANNOTATION
                  + "interface PublicEndpoint {}"),
          library("package org.mockito; public interface Mockito {}"));

  /** A fault against each rule, by the name of its type, file or package. */
  private static final Map<Rule, String> FAULTS =
      Map.ofEntries(
          Map.entry(HouseRule.NO_SCRIPT_BODY_IS_IN_JAVA, "ScriptInJava"),
          Map.entry(HouseRule.A_CLASS_FITS_IN_ONE_ROOM, "TooLong"),
          Map.entry(HouseRule.TIME_COMES_FROM_A_CLOCK, "AsksTheMachine"),
          Map.entry(HouseRule.THE_CLOCK_IS_INJECTED, "MakesAClock"),
          Map.entry(HouseRule.RANDOMNESS_IS_INJECTED, "DrawsFromAnywhere"),
          Map.entry(HouseRule.CONTROLLERS_STAND_IN_THE_PACKAGE_OF_THEIR_FEATURE, "TopController"),
          Map.entry(HouseRule.BEANS_ARE_GIVEN_TO_CONSTRUCTORS, "GivenToAField"),
          Map.entry(
              HouseRule.SERVICES_WRITE_TO_THE_LOG_AND_NEVER_TO_THE_CONSOLE, "WritesToTheConsole"),
          Map.entry(HouseRule.NO_TEST_SLEEPS, "SleepingTest"),
          Map.entry(HouseRule.NO_TEST_REPLACES_WHAT_IS_REAL, "MockingTest"),
          Map.entry(BoundaryRule.A_MODULE_IMPORTS_ONLY_THE_COMMON_GROUND, "UsesAnotherService"),
          Map.entry(
              BoundaryRule.THE_TESTS_OF_A_MODULE_IMPORT_NO_OTHER_SERVICE, "OfAnotherServiceTest"),
          Map.entry(BoundaryRule.THE_SDK_NEEDS_NO_FRAMEWORK, "SdkWithSpring"),
          Map.entry(BoundaryRule.LUA_SCRIPTS_NEED_NO_FRAMEWORK, "ScriptsWithSpring"),
          Map.entry(BoundaryRule.COMMON_LIB_KNOWS_NO_TOPIC_OF_ANY_SERVICE, "KnowsATopic"),
          Map.entry(BoundaryRule.COMMON_LIB_KNOWS_NO_TABLE_OF_A_SERVICE, "KnowsATable"),
          Map.entry(PackageRule.PACKAGES_FORM_NO_CYCLE, "fitment.chicken"),
          Map.entry(PackageRule.PACKAGES_ARE_FEATURES_AND_NOT_LAYERS, "Layered"),
          Map.entry(PackageRule.NO_CLASS_IS_A_CATCH_ALL, "ManyUtils"),
          Map.entry(PackageRule.EVERY_PACKAGE_IS_NULL_MARKED, "unmarked"),
          Map.entry(
              PackageRule.A_FEATURE_OF_A_SERVICE_SHOWS_THREE_TYPES_AT_MOST_BESIDES_ITS_VALUES,
              "FourthDoor"),
          Map.entry(PackageRule.WHAT_ONLY_ITS_OWN_PACKAGE_USES_IS_PACKAGE_PRIVATE, "ShownToNobody"),
          Map.entry(PackageRule.WHAT_ONE_SERVICE_ALONE_USES_IS_NOT_COMMON, "UsedByOne"),
          Map.entry(
              ApiRule.NO_TWO_TYPES_OF_A_SERVICE_SHARE_THE_NAME_OF_A_SCHEMA, "fitment.other.Item"),
          Map.entry(ApiRule.EVERY_ENDPOINT_OF_A_SERVICE_SAYS_WHO_MAY_CALL_IT, "ItemController"));

  private PlantedSources() {}

  static String faultAgainst(Rule rule) {
    String fault = FAULTS.get(rule);
    if (fault == null) {
      throw new IllegalStateException("no fault is planted against: " + rule.sentence());
    }
    return fault;
  }

  static List<PlantedSource> faulty() {
    return Stream.of(LIBRARIES, faultyCode(), faultyPackages(), faultyBoundaries())
        .flatMap(List::stream)
        .toList();
  }

  private static List<PlantedSource> faultyCode() {
    return List.of(
        in("script", "class ScriptInJava { String lua = \"redis.call('GET', key)\"; }"),
        in("length", "class TooLong {}" + "\n".repeat(251)),
        in("time", "class AsksTheMachine { Object now = java.time.Instant.now(); }"),
        in("time", "class MakesAClock { Object clock = java.time.Clock.systemUTC(); }"),
        in("time", "class DrawsFromAnywhere { double drawn = Math.random(); }"),
        main(
            FITMENT,
            "package dev.storefront.fitment; "
                + "@org.springframework.web.bind.annotation.RestController "
                + "public class TopController {}"),
        in(
            "bean",
            "class GivenToAField { "
                + "@org.springframework.beans.factory.annotation.Autowired Object given; }"),
        in("log", "class WritesToTheConsole { { System.out.println(); } }"),
        test(
            FITMENT,
            "package dev.storefront.fitment.log; "
                + "class SleepingTest { void test() throws Exception { Thread.sleep(1); } }"),
        test(
            FITMENT,
            "package dev.storefront.fitment.log; class MockingTest { org.mockito.Mockito all; }"),
        in("one", "public record Item(int a) {}"),
        in("other", "public record Item(int b) {}"),
        in(
            "item",
            "@org.springframework.web.bind.annotation.RestController class ItemController { "
                + "@org.springframework.web.bind.annotation.GetMapping"
                + " dev.storefront.fitment.one.Item one() { return null; } "
                + "@org.springframework.web.bind.annotation.GetMapping"
                + " dev.storefront.fitment.other.Item other() { return null; } }"));
  }

  private static List<PlantedSource> faultyPackages() {
    return List.of(
        in("chicken", "public class Hen { dev.storefront.fitment.egg.Egg egg; }"),
        in("egg", "public class Egg { dev.storefront.fitment.chicken.Hen hen; }"),
        in("util", "class Layered {}"),
        in("many", "class ManyUtils {}"),
        in("unmarked", "class Unmarked {}"),
        in("door", "public class FirstDoor {}"),
        in("door", "public class SecondDoor {}"),
        in("door", "public class ThirdDoor {}"),
        in("door", "public class FourthDoor {}"),
        in("nobody", "public class ShownToNobody {}"));
  }

  private static List<PlantedSource> faultyBoundaries() {
    return List.of(
        main(USER_TAG, "package dev.storefront.usertag.tag; public class Tag {}"),
        in("tag", "class UsesAnotherService { dev.storefront.usertag.tag.Tag tag; }"),
        test(
            FITMENT,
            "package dev.storefront.fitment.tag; "
                + "class OfAnotherServiceTest { dev.storefront.usertag.tag.Tag tag; }"),
        main(
            SDK,
            "package dev.storefront.shortlink.sdk; "
                + "@org.springframework.web.bind.annotation.RestController class SdkWithSpring {}"),
        main(
            LUA,
            "package dev.storefront.lua; "
                + "@org.springframework.web.bind.annotation.RestController class ScriptsWithSpring {}"),
        main(
            COMMON,
            "package dev.storefront.common.topic; class KnowsATopic { String t = \"page-views\"; }"),
        main(
            COMMON,
            "package dev.storefront.common.table; "
                + "class KnowsATable { String sql = \"INSERT INTO sale VALUES (1)\"; }"),
        main(COMMON, "package dev.storefront.common.one; public class UsedByOne {}"),
        in("common", "class TheOne { dev.storefront.common.one.UsedByOne used; }"));
  }

  static List<PlantedSource> right() {
    return Stream.of(LIBRARIES, rightCode(), marked()).flatMap(List::stream).toList();
  }

  private static List<PlantedSource> rightCode() {
    return List.of(
        main(
            LUA,
            "package dev.storefront.lua; "
                + "class Scripts { String lua = \"return redis.call('GET', KEYS[1])\"; }"),
        main(COMMON, "package dev.storefront.common.web; public class UsedByTwo {}"),
        main(SDK, "package dev.storefront.shortlink.sdk; public class ForOtherTeams {}"),
        main(
            USER_TAG,
            "package dev.storefront.usertag.tag; "
                + "class Tags { dev.storefront.common.web.UsedByTwo used; }"),
        in("sku", "public class Skus { java.time.Clock clock; long now = clock.millis(); }"),
        in("sku", "public record Sku(long id) {}"),
        in(
            "check",
            "@org.springframework.web.bind.annotation.RestController class CheckController { "
                + "dev.storefront.common.web.UsedByTwo used; "
                + "@dev.storefront.common.security.PublicEndpoint "
                + "@org.springframework.web.bind.annotation.GetMapping"
                + " dev.storefront.fitment.sku.Sku sku() { return null; } "
                + "void skus(dev.storefront.fitment.sku.Skus skus) {} }"),
        test(
            FITMENT,
            "package dev.storefront.fitment.check; "
                + "class CheckTest { dev.storefront.fitment.sku.Sku sku; }"));
  }

  private static List<PlantedSource> marked() {
    return Stream.of(
            List.of(LUA, "lua"),
            List.of(COMMON, "common.web"),
            List.of(SDK, "shortlink.sdk"),
            List.of(USER_TAG, "usertag.tag"),
            List.of(FITMENT, "fitment.sku"),
            List.of(FITMENT, "fitment.check"))
        .map(
            place ->
                main(
                    place.get(0),
                    ("@NullMarked package dev.storefront.%s; "
                            + "import org.jspecify.annotations.NullMarked;")
                        .formatted(place.get(1))))
        .toList();
  }

  private static PlantedSource in(String feature, String type) {
    return main(FITMENT, "package dev.storefront.fitment." + feature + "; " + type);
  }
}
