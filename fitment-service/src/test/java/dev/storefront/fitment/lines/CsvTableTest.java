package dev.storefront.fitment.lines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.lines.RejectedLine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTableTest {

  @Test
  void rejections_are_counted_and_the_first_thousand_listed() throws IOException {
    String file = "name\n" + "good\n".repeat(1_300) + "\nbad\n".repeat(1_200);
    List<String> saved = new ArrayList<>();
    LoadReport report =
        new CsvTable("name")
            .load(
                new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)),
                values ->
                    values.get(0).equals("bad")
                        ? new ParsedRow.Invalid<>("is bad")
                        : new ParsedRow.Valid<>(values.get(0)),
                saved::addAll);

    assertThat(saved).hasSize(1_300).containsOnly("good");
    assertThat(report.imported()).isEqualTo(1_300);
    assertThat(report.rejectedCount()).isEqualTo(1_200);
    assertThat(report.rejected())
        .hasSize(1_000)
        .startsWith(new RejectedLine(1_303, "is bad"))
        .endsWith(new RejectedLine(3_301, "is bad"));
  }
}
