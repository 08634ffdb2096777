package dev.storefront.acceptance.fitment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * What checks say of every pair, against the model. SKUs of one family, 1,000 at most, are asked
 * together about every vehicle that any of them fits, 20 at a time. So each pair is asked once,
 * together with many more SKUs and vehicles that do not fit, without asking all vehicles of all.
 */
final class CheckComparison {

  private static final int MOST_SKUS = 1_000;

  /** A server may be slow for a moment on a busy machine. */
  private static final int ATTEMPTS = 5;

  private static final int MOST_VEHICLES = 20;

  private final Trial trial;
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong fitting = new AtomicLong();
  private final AtomicLong notFitting = new AtomicLong();
  private final AtomicLong universal = new AtomicLong();
  private final AtomicLong unknown = new AtomicLong();

  CheckComparison(Trial trial) {
    this.trial = trial;
  }

  /** Compares all. */
  void run() {
    Map<Family, List<Long>> families = new LinkedHashMap<>();
    trial
        .load()
        .skus()
        .forEach(
            sku -> families.computeIfAbsent(sku.family(), f -> new ArrayList<>()).add(sku.id()));
    families.values().stream()
        .flatMap(skus -> wrong(skus).stream())
        .forEach(answer -> trial.findings().wrong("%s", answer));
    long pairs = trial.model().pairs();
    trial.require(
        fitting.get() == pairs, "of %,d pairs %,d were answered to fit", pairs, fitting.get());
    trial
        .journal()
        .done(
            "checks",
            "%,d pairs that fit, %,d that do not, %,d with universal and %,d with unknown SKUs,"
                + " by %,d requests",
            fitting.get(),
            notFitting.get(),
            universal.get(),
            unknown.get(),
            requests.get());
  }

  /** Compares the answers for some SKUs of a family, and returns those that are wrong. */
  List<String> wrong(List<Long> skus) {
    List<String> wrong = new ArrayList<>();
    for (int from = 0; from < skus.size(); from += MOST_SKUS) {
      wrong.addAll(wrongOfPanel(skus.subList(from, Math.min(from + MOST_SKUS, skus.size()))));
    }
    return wrong;
  }

  private List<String> wrongOfPanel(List<Long> skus) {
    int[] vehicles =
        Fits.of(
                IntStream.concat(
                    // Also those who have universal or unknown SKUs alone ask something.
                    IntStream.of(trial.load().vehicles().id(0)),
                    skus.stream()
                        .flatMap(sku -> trial.model().of(sku).stream())
                        .flatMapToInt(fitment -> fitment.vehicles().ids())))
            .ids()
            .toArray();
    List<Callable<List<String>>> questions = new ArrayList<>();
    for (int from = 0; from < vehicles.length; from += MOST_VEHICLES) {
      int[] some =
          Arrays.copyOfRange(vehicles, from, Math.min(from + MOST_VEHICLES, vehicles.length));
      questions.add(() -> ask(some, skus));
    }
    return Crowd.each(questions).stream().flatMap(List::stream).toList();
  }

  private List<String> ask(int[] vehicles, List<Long> skus) throws IOException {
    List<CheckAnswer> answers = trial.api().check(vehicles, skus);
    for (int i = 1; i < ATTEMPTS && answers.stream().anyMatch(CheckAnswer::saysNothing); i++) {
      answers = trial.api().check(vehicles, skus);
    }
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < skus.size(); i++) {
      CheckAnswer right =
          CheckAnswer.expected(skus.get(i), trial.model().of(skus.get(i)), vehicles);
      if (!answers.get(i).equals(right)) {
        wrong.add("a check says %s, right is %s".formatted(answers.get(i), right));
      }
      count(answers.get(i));
    }
    trial
        .journal()
        .progress("%,d pairs were answered to fit, %,d not", fitting.get(), notFitting.get());
    requests.incrementAndGet();
    return wrong;
  }

  private void count(CheckAnswer answer) {
    switch (answer.status()) {
      case "UNIVERSAL" -> universal.addAndGet(answer.vehicles());
      case "UNKNOWN" -> unknown.addAndGet(answer.vehicles());
      default -> {
        fitting.addAndGet(answer.fits().cardinality());
        notFitting.addAndGet(answer.vehicles() - answer.fits().cardinality());
      }
    }
  }
}
