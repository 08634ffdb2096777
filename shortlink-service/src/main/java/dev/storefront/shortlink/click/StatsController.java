package dev.storefront.shortlink.click;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.click.ClickCounts.Clicked;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.link.LinkReader;
import dev.storefront.shortlink.link.Lookup;
import dev.storefront.shortlink.link.StoredLink;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "links")
@RestController
@RequiresScope({Scope.SERVICE, Scope.OPERATOR})
class StatsController {

  private final CodeBook codes;
  private final LinkReader links;
  private final ClickCounts counts;

  StatsController(CodeBook codes, LinkReader links, ClickCounts counts) {
    this.codes = codes;
    this.links = links;
    this.counts = counts;
  }

  @Operation(
      summary = "How often a link was clicked",
      description =
          "Counts the present generation of the code alone: clicks on links that had the code"
              + " before stand in `earlier`. Clicks show within seconds. 404 `unknown-code`.")
  @Answers("404 unknown-code")
  @GetMapping("/api/v1/links/{code}/stats")
  Stats stats(@PathVariable String code) {
    StoredLink link = find(code);
    List<Clicked> all = counts.of(code);
    Clicked present =
        all.stream().filter(c -> c.generation() == link.generation()).findFirst().orElse(null);
    return new Stats(
        code,
        link.generation(),
        present == null ? 0 : present.clicks(),
        present == null ? null : present.lastClickedAt(),
        all.stream().filter(c -> c.generation() < link.generation()).toList());
  }

  private StoredLink find(String code) {
    Lookup lookup = codes.locate(code).map(links::find).orElseGet(Lookup.Unknown::new);
    if (lookup instanceof Lookup.Found found) {
      return found.link();
    }
    if (lookup instanceof Lookup.Expired expired) {
      return expired.link();
    }
    throw Problem.of(HttpStatus.NOT_FOUND, "unknown-code", "There is no link under this code.")
        .toException();
  }

  record Stats(
      @Schema(example = "4Xk02a") String code,
      @Schema(example = "1") int generation,
      @Schema(example = "17") long clicks,
      @Nullable Instant lastClickedAt,
      List<Clicked> earlier) {}
}
