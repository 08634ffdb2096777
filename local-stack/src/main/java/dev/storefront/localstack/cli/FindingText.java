package dev.storefront.localstack.cli;

import dev.storefront.localstack.doctor.Finding;
import java.util.Locale;

/** A finding as people read it. */
final class FindingText {

  private FindingText() {}

  static String of(Finding finding) {
    String line =
        "  %-8s %-12s %s"
            .formatted(
                finding.weight().name().toLowerCase(Locale.ROOT),
                finding.subject(),
                finding.text());
    return finding.advice().isEmpty() ? line : line + "\n" + " ".repeat(24) + finding.advice();
  }
}
