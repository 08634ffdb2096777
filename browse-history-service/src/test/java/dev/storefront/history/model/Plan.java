package dev.storefront.history.model;

import java.util.List;

/**
 * All of a run, as its seed has it.
 *
 * @param families how many users, each with guests
 */
public record Plan(long seed, int families, List<Round> rounds) {

  /** Each family has one user and so many guests. */
  static final int GUESTS = 2;

  /**
   * A time after which all that is on its way is awaited.
   *
   * @param merges of each family: which guests are merged, one after the other, at its beginning
   * @param steps of each family
   * @param products which SKUs the catalogue deletes, or has again
   * @param offline what the pipeline does at its end
   */
  record Round(
      List<List<Integer>> merges,
      List<List<Step>> steps,
      List<Integer> products,
      List<Offline> offline) {}

  /**
   * Something of the offline pipeline.
   *
   * @param daysAgo which day, of the lake or to be worked
   * @param step {@code ARRIVE}, a step of the pipeline, {@code FORGET}: some users take something
   *     out between two steps, or {@code EXPIRE}: hot views whose rows are complete expire
   */
  record Offline(int daysAgo, String step) {}
}
