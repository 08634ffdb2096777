package dev.storefront.usertag.imports;

import com.google.common.base.CharMatcher;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.segment.SegmentLayout;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.tag.Tag;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tag.UnknownTag;
import dev.storefront.usertag.user.UserDirectory;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Gives all users of a tag, a segment at a time: it takes some hundred kilobytes, however many they
 * are. Users keep their places, so nobody comes twice, and nobody is left out who had the tag all
 * the time.
 */
@RestController
@RequestMapping("/api/v1/tags/{tag}/export")
@RequiresScope(Scope.OPERATOR)
class ExportController {

  private static final int USERS_PER_STEP = 1_000;
  private static final int AT_A_TIME = 4;
  private static final CharMatcher LINE_END = CharMatcher.anyOf("\r\n");

  private final TagCatalog tags;
  private final SegmentStore segments;
  private final UserDirectory users;
  private final Semaphore permits = new Semaphore(AT_A_TIME);

  ExportController(TagCatalog tags, SegmentStore segments, UserDirectory users) {
    this.tags = tags;
    this.segments = segments;
    this.users = users;
  }

  @GetMapping(produces = MediaType.TEXT_PLAIN_VALUE)
  @Answers({"404 unknown-tag", "429 too-busy"})
  @Operation(
      summary = "All users with the tag, as imports take them",
      description =
          "One a line, in the order in which they became known; but for ids with an end of a line in"
              + " them, which no line can have. Who has the tag all the time comes"
              + " once; who is given it or loses it meanwhile may come or not. A reply that breaks"
              + " off, as it does if the tag is deleted, ends without the last chunk: the client"
              + " sees an error.",
      responses =
          @ApiResponse(
              responseCode = "200",
              content =
                  @Content(
                      mediaType = MediaType.TEXT_PLAIN_VALUE,
                      schema = @Schema(type = "string"),
                      examples = @ExampleObject("xiaoming\nxiaohua\n"))))
  @UseCase("export-tag")
  void export(@PathVariable("tag") String name, HttpServletResponse response) throws IOException {
    Tag tag = tags.find(name).orElseThrow(() -> UnknownTag.of(name).inAddress());
    if (!permits.tryAcquire()) {
      throw Problem.of(
              HttpStatus.TOO_MANY_REQUESTS, "too-busy", "Too many exports run. Try again later.")
          .toException();
    }
    try {
      write(tag, response);
    } finally {
      permits.release();
    }
  }

  private void write(Tag tag, HttpServletResponse response) throws IOException {
    int last = segments.lastSegment();
    for (int segment = 0; segment <= last; segment++) {
      Bitmap having = segments.read(segment, List.of(tag.number()), false).get(0);
      if (tags.find(tag.name()).filter(now -> now.number() == tag.number()).isEmpty()) {
        throw new IOException("The tag " + tag.name() + " was deleted while it was exported");
      }
      response.setContentType(MediaType.TEXT_PLAIN_VALUE + ";charset=UTF-8");
      write(segment, having, response.getOutputStream());
    }
    response.flushBuffer();
  }

  private void write(int segment, Bitmap having, OutputStream out) throws IOException {
    SegmentLayout layout = segments.layout();
    int[] offsets = having.positions(0, USERS_PER_STEP);
    while (offsets.length > 0) {
      long[] ordinals =
          Arrays.stream(offsets).mapToLong(offset -> layout.ordinalOf(segment, offset)).toArray();
      for (String id : users.ids(ordinals)) {
        if (!LINE_END.matchesAnyOf(id)) { // two lines would be two users whom nobody named
          out.write((id + "\n").getBytes(StandardCharsets.UTF_8));
        }
      }
      offsets = having.positions(offsets[offsets.length - 1] + 1, USERS_PER_STEP);
    }
  }
}
