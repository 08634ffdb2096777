package dev.storefront.usertag.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.lines.RejectedLine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class UserIdLinesTest {

  @Test
  void each_line_is_a_user_id_as_it_stands() throws IOException {
    LineBatch batch = lines("\uFEFFa\r\n b \n小明\na\nlast").next(100);
    assertThat(batch.userIds()).containsExactly("a", " b ", "小明", "last");
    assertThat(batch.linesRead()).isEqualTo(5);
    assertThat(batch.rejected()).isEmpty();
  }

  @Test
  void lines_that_are_none_are_rejected_by_number() throws IOException {
    LineBatch batch =
        lines("\n" + "x".repeat(65) + "\nok\n" + "y".repeat(100_000) + "\n\r\n").next(100);
    assertThat(batch.userIds()).containsExactly("ok");
    assertThat(batch.rejected())
        .containsExactly(
            new RejectedLine(1, "is empty"),
            new RejectedLine(2, "must have 1 to 64 characters"),
            new RejectedLine(4, "is longer than 4096 bytes"),
            new RejectedLine(5, "is empty"));
  }

  @Test
  void a_line_that_is_not_utf_8_is_rejected() throws IOException {
    LineBatch batch =
        new UserIdLines(new ByteArrayInputStream(new byte[] {'a', (byte) 0xC3, '\n', 'b'}))
            .next(100);
    assertThat(batch.userIds()).containsExactly("b");
    assertThat(batch.rejected()).containsExactly(new RejectedLine(1, "is not UTF-8"));
  }

  @Test
  void the_longest_id_fits_with_a_carriage_return() throws IOException {
    assertThat(lines("😀".repeat(64) + "\r\n").next(1).userIds()).containsExactly("😀".repeat(64));
  }

  @Test
  void batches_go_on_where_the_last_one_ended() throws IOException {
    UserIdLines lines = lines("a\nb\nc\nd\ne\n");
    assertThat(lines.next(1).userIds()).containsExactly("a");
    assertThat(lines.next(2).userIds()).containsExactly("b", "c");
    assertThat(lines.next(3).userIds()).containsExactly("d", "e");
    assertThat(lines.next(3).linesRead()).isZero();
  }

  private static UserIdLines lines(String text) {
    return new UserIdLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }
}
