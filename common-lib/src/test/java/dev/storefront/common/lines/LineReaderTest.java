package dev.storefront.common.lines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineReaderTest {

  @Test
  void lines_end_with_LF_or_CRLF_or_the_file() throws IOException {
    assertThat(read("a\r\nb\n\nc".getBytes(StandardCharsets.UTF_8)))
        .containsExactly(
            new Line(1, "a", ""), new Line(2, "b", ""), new Line(3, "", ""), new Line(4, "c", ""));
  }

  @Test
  void a_byte_order_mark_is_no_part_of_the_first_line() throws IOException {
    assertThat(read("\uFEFFa".getBytes(StandardCharsets.UTF_8)))
        .containsExactly(new Line(1, "a", ""));
  }

  @Test
  void a_line_that_is_too_long_or_no_UTF_8_spoils_no_other() throws IOException {
    byte[] file = "x\n12345678901\nyz\n".getBytes(StandardCharsets.UTF_8);
    file[file.length - 2] = (byte) 0xff;
    assertThat(read(file))
        .containsExactly(
            new Line(1, "x", ""),
            new Line(2, "", "is longer than 10 bytes"),
            new Line(3, "", "is not UTF-8"));
  }

  @Test
  void a_reader_goes_on_behind_the_bytes_and_lines_that_another_has_read() throws IOException {
    byte[] file = "ab\r\n1234567890123\n\u00e9\nlast".getBytes(StandardCharsets.UTF_8);
    LineReader first = new LineReader(new ByteArrayInputStream(file), 10);
    first.next();
    first.next();
    assertThat(first.bytesRead()).isEqualTo(18);

    InputStream rest = new ByteArrayInputStream(file, 18, file.length - 18);
    LineReader second = new LineReader(rest, 10, 2);
    assertThat(second.next()).isEqualTo(new Line(3, "\u00e9", ""));
    assertThat(second.next()).isEqualTo(new Line(4, "last", ""));
    assertThat(second.next()).isNull();
    assertThat(second.bytesRead()).isEqualTo(7);
  }

  private static List<Line> read(byte[] file) throws IOException {
    LineReader reader = new LineReader(new ByteArrayInputStream(file), 10);
    List<Line> lines = new ArrayList<>();
    for (Line line = reader.next(); line != null; line = reader.next()) {
      lines.add(line);
    }
    return lines;
  }
}
