package dev.storefront.usertag.imports;

import dev.storefront.common.lines.RejectedLine;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunPage;
import dev.storefront.common.run.Runs;
import dev.storefront.common.spool.Uploads;
import dev.storefront.common.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** What the calls about imports of a tag and those of many have in common. */
@Component
class ImportCalls {

  static final String CSV = "text/csv";

  private final Uploads<TagImport> uploads;
  private final Runs<TagImport, ImportProgress> imports;
  private final Clock clock;

  ImportCalls(Uploads<TagImport> uploads, Runs<TagImport, ImportProgress> imports, Clock clock) {
    this.uploads = uploads;
    this.imports = imports;
    this.clock = clock;
  }

  /**
   * Takes a file in.
   *
   * @param tag the tag's number; 0 if each line names its own
   * @param tagName its name, or what stands for many
   */
  ResponseEntity<AcceptedImport> take(
      HttpServletRequest body, int tag, String tagName, ImportMode mode) throws IOException {
    long acceptedAt = clock.millis();
    long id =
        uploads.take(
            body.getInputStream(),
            tagName,
            file -> new TagImport(tag, tagName, file, acceptedAt, mode));
    return ResponseEntity.status(HttpStatus.ACCEPTED)
        .location(URI.create(body.getRequestURI() + "/" + id))
        .body(new AcceptedImport(Long.toString(id)));
  }

  ImportView get(String tagName, String id) {
    Run<TagImport, ImportProgress> run = existing(tagName, id);
    return ImportView.of(run, imports.findings(run.id(), RejectedLine.class));
  }

  RunPage<ImportView> list(String tagName, int limit, @Nullable String cursor) {
    return imports.page(tagName, limit, cursor).map(run -> ImportView.of(run, List.of()));
  }

  void cancel(String tagName, String id) {
    imports.cancel(existing(tagName, id).id());
  }

  private Run<TagImport, ImportProgress> existing(String tagName, String id) {
    return imports
        .find(id)
        .filter(run -> run.request().tagName().equals(tagName))
        .orElseThrow(
            () ->
                Problem.of(HttpStatus.NOT_FOUND, "unknown-import", "There is no such import.")
                    .toException());
  }
}
