package dev.storefront.usertag.audience;

import dev.storefront.usertag.bitmap.Bitmap;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One of the shares into which a split cuts all users: each user lies in one of them, by a hash of
 * the ordinal and the split's name, as often as the weights say. So a user stays where he is, and
 * splits of different names have nothing to do with each other.
 *
 * @param split its name
 * @param number which share, from 1
 * @param weights of all shares, each 1 or more
 */
record Share(String split, int number, List<Integer> weights) implements UserSet {

  /** Shares of a split. */
  static final int MOST = 100;

  /** Of one share. */
  static final int LARGEST_WEIGHT = 1_000_000;

  /** As one word, for {@link Formula}. */
  String word() {
    return "%s:%d:%s".formatted(split, number, joined(","));
  }

  /** Reads what {@link #word} wrote. */
  static Share ofWord(String word) {
    String[] parts = word.split(":");
    return new Share(
        parts[0],
        Integer.parseInt(parts[1]),
        Arrays.stream(parts[2].split(",")).map(Integer::valueOf).toList());
  }

  @Override
  public String text() {
    return "SPLIT(%s, %d, %s)".formatted(split, number, joined(", "));
  }

  private String joined(String separator) {
    return weights.stream().map(String::valueOf).collect(Collectors.joining(separator));
  }

  @Override
  public boolean has(long ordinal) {
    return isIn(Hash.of(seed(), ordinal), weightBefore(number), weight(), total());
  }

  @Override
  public Bitmap among(Bitmap users, long first) {
    long seed = seed();
    int before = weightBefore(number);
    int weight = weight();
    int total = total();
    return users.filter(place -> isIn(Hash.of(seed, first + place), before, weight, total));
  }

  @Override
  public double estimate(double knownUsers) {
    return knownUsers * weight() / total();
  }

  private static boolean isIn(long hash, int before, int weight, int total) {
    long point = (hash >>> Integer.SIZE) * total >>> Integer.SIZE; // 0 to total - 1
    return point >= before && point < before + weight;
  }

  private int weight() {
    return weights.get(number - 1);
  }

  private int total() {
    return weightBefore(weights.size() + 1);
  }

  private int weightBefore(int share) {
    return weights.stream().limit(share - 1L).mapToInt(Integer::intValue).sum();
  }

  private long seed() {
    return split.chars().asLongStream().reduce(0, Hash::of);
  }
}
