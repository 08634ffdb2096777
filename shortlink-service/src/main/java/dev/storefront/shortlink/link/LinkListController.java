package dev.storefront.shortlink.link;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.InvalidField;
import dev.storefront.shortlink.code.LinkProperties;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "links")
@RestController
@RequestMapping("/api/v1/links")
@RequiresScope({Scope.SERVICE, Scope.OPERATOR})
class LinkListController {

  private static final List<String> TEXTS = List.of("owner", "tag", "q");

  private final LinkList list;
  private final LinkProperties properties;

  LinkListController(LinkList list, LinkProperties properties) {
    this.list = list;
    this.properties = properties;
  }

  @Operation(
      summary = "Links, the newest first",
      description =
          "An application's own; operators name an `owner`, or see all. `q` is part of a target (as"
              + " it is stored, or in its own letters), a code or a tag, in any case. A page may have"
              + " fewer than `limit`, though there are more: only its `nextCursor` tells. A link that"
              + " was made alone is listed at once, one of a batch within seconds. 403 `not-yours`:"
              + " another owner's.")
  @Answers("403 not-yours")
  @GetMapping
  @UseCase("list-links")
  LinkPage page(
      @Parameter(hidden = true) Caller caller,
      HttpServletRequest request,
      @RequestParam(required = false) @Size(max = 128) @Nullable String owner,
      @RequestParam(required = false) @Size(max = LinkOptions.LONGEST_TAG) @Nullable String tag,
      @RequestParam(required = false) @Size(max = 200) @Nullable String q,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    checkGivenOnce(request);
    LinkList.Filter filter =
        new LinkList.Filter(owner(caller, blankIsNone(owner)), blankIsNone(tag), blankIsNone(q));
    LinkList.Page page = list.page(filter, limit, cursor);
    return new LinkPage(
        page.links().stream()
            .map(link -> LinkView.of(link.address(), link.lookup(), link.link(), properties))
            .toList(),
        page.nextCursor());
  }

  /** Spring makes one text of several, with commas, under which there is nothing. */
  private static void checkGivenOnce(HttpServletRequest request) {
    List<InvalidField> repeated =
        TEXTS.stream()
            .filter(name -> given(request, name) > 1)
            .map(name -> new InvalidField(name, "must be given once"))
            .toList();
    if (!repeated.isEmpty()) {
      throw InvalidField.problem(repeated).toException();
    }
  }

  private static int given(HttpServletRequest request, String name) {
    String @Nullable [] values = request.getParameterValues(name);
    return values == null ? 0 : values.length;
  }

  private static @Nullable String owner(Caller caller, @Nullable String owner) {
    if (caller.has(Scope.OPERATOR)) {
      return owner;
    }
    if (owner != null && !owner.equals(caller.clientId())) {
      throw Lookup.notYours().toException();
    }
    return caller.clientId();
  }

  private static @Nullable String blankIsNone(@Nullable String text) {
    return text == null || text.isBlank() ? null : text;
  }

  /**
   * @param nextCursor where the next page begins, absent at the end
   */
  record LinkPage(
      List<LinkView> items,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {}
}
