package dev.storefront.usertag.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.lines.RejectedLine;
import dev.storefront.usertag.user.UserId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ImportLinesTest {

  @Test
  void each_line_is_a_user_id_as_it_stands() throws IOException {
    LineBatch batch = lines("\uFEFFa\r\n b \n小明\na\nlast").next(100);
    assertThat(ids(batch)).containsExactly("a", " b ", "小明", "a", "last");
    assertThat(batch.isLast()).isTrue();
    assertThat(batch.rejected()).isEmpty();
  }

  @Test
  void lines_that_are_none_are_rejected_by_number() throws IOException {
    LineBatch batch =
        lines("\n" + "x".repeat(65) + "\nok\n" + "y".repeat(100_000) + "\n\r\n").next(100);
    assertThat(ids(batch)).containsExactly("ok");
    assertThat(batch.rejected())
        .containsExactly(
            new RejectedLine(1, "is empty"),
            new RejectedLine(2, UserId.RULE),
            new RejectedLine(4, "is longer than 4096 bytes"),
            new RejectedLine(5, "is empty"));
  }

  @Test
  void a_line_that_is_not_utf_8_is_rejected() throws IOException {
    LineBatch batch = lines(new byte[] {'a', (byte) 0xC3, '\n', 'b'}, "vip").next(100);
    assertThat(ids(batch)).containsExactly("b");
    assertThat(batch.rejected()).containsExactly(new RejectedLine(1, "is not UTF-8"));
  }

  @Test
  void the_longest_id_fits_with_a_carriage_return() throws IOException {
    assertThat(ids(lines("😀".repeat(64) + "\r\n").next(1))).containsExactly("😀".repeat(64));
  }

  @Test
  void batches_go_on_where_the_last_one_ended() throws IOException {
    ImportLines lines = lines("a\nb\nc\nd\ne\n");
    assertThat(ids(lines.next(1))).containsExactly("a");
    assertThat(ids(lines.next(2))).containsExactly("b", "c");
    assertThat(lines.linesRead()).isEqualTo(3);
    assertThat(lines.bytesRead()).isEqualTo(6);
    assertThat(ids(lines.next(3))).containsExactly("d", "e");
    assertThat(lines.next(3).isLast()).isTrue();
  }

  @Test
  void what_stands_behind_the_last_comma_is_the_tag() throws IOException {
    byte[] text = "a,vip\nb,c,lost\nd\n,vip\ne,\n".getBytes(StandardCharsets.UTF_8);
    LineBatch batch = lines(text, null).next(100);
    assertThat(batch.users())
        .containsExactly(
            new UserLine(1, "a", "vip"), new UserLine(2, "b,c", "lost"), new UserLine(5, "e", ""));
    assertThat(batch.rejected())
        .containsExactly(
            new RejectedLine(3, "must be a user id, a comma and a tag"),
            new RejectedLine(4, UserId.RULE));
  }

  @Test
  void csv_may_have_a_header_and_quotes() throws IOException {
    byte[] text =
        """
        user,tag
        "a,b",vip
        "say ""hi""\","vip"
        "half,vip
        user,tag
        """
            .getBytes(StandardCharsets.UTF_8);
    LineBatch batch = lines(text, null).next(100);
    assertThat(batch.users())
        .containsExactly(
            new UserLine(2, "a,b", "vip"),
            new UserLine(3, "say \"hi\"", "vip"),
            new UserLine(4, "\"half", "vip"),
            new UserLine(5, "user", "tag"));
    assertThat(batch.rejected()).isEmpty();
    assertThat(ids(lines("user,tag\n\"a\"\n").next(100)))
        .as("ids as they stand")
        .containsExactly("user,tag", "\"a\"");
  }

  @Test
  void a_header_may_be_quoted() throws IOException {
    byte[] text = "\"user\",tag\na,vip\n".getBytes(StandardCharsets.UTF_8);
    assertThat(lines(text, null).next(100).users()).containsExactly(new UserLine(2, "a", "vip"));
  }

  @Test
  void rejected_lines_are_told_in_their_order() {
    RejectedLines rejected = new RejectedLines();
    rejected.add(
        List.of(new RejectedLine(2, "is empty"), new RejectedLine(4, "is empty")),
        List.of(new RejectedLine(1, "no tag"), new RejectedLine(3, "no tag")));
    assertThat(rejected.first()).extracting(RejectedLine::line).containsExactly(1L, 2L, 3L, 4L);
    assertThat(rejected.count()).isEqualTo(4);
  }

  private static List<String> ids(LineBatch batch) {
    return batch.users().stream().map(UserLine::userId).toList();
  }

  private static ImportLines lines(String text) {
    return lines(text.getBytes(StandardCharsets.UTF_8), "vip");
  }

  private static ImportLines lines(byte[] text, @Nullable String tag) {
    return new ImportLines(new ByteArrayInputStream(text), ImportProgress.NONE, tag);
  }
}
