package dev.storefront.acceptance.endpoints;

import dev.storefront.acceptance.suite.Call;
import dev.storefront.acceptance.suite.RunningSuite;
import java.util.function.Function;

/**
 * One wrong call of an endpoint, and the problem that it gets.
 *
 * @param wrong what is wrong, for people
 * @param token what the call bears; empty for none
 * @param code of the problem; empty where the contract leaves it open
 */
record Mistake(
    Endpoint endpoint,
    String wrong,
    Call call,
    Function<RunningSuite, String> token,
    int status,
    String code) {

  /** The same mistake, made with that token. */
  Mistake with(Function<RunningSuite, String> otherToken) {
    return new Mistake(endpoint, wrong, call, otherToken, status, code);
  }

  @Override
  public String toString() {
    return endpoint + ": " + wrong + " is " + status + " " + code;
  }
}
