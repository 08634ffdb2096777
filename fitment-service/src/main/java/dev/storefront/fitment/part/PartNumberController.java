package dev.storefront.fitment.part;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.fitment.lines.ImportMapping;
import dev.storefront.fitment.lines.LoadReport;
import dev.storefront.fitment.text.Storable;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/part-numbers")
@RequiresScope(Scope.OPERATOR)
@Tag(name = "part numbers")
class PartNumberController {

  private static final String ONE = "/{partNumber" + ImportMapping.ANYTHING_ELSE + "}";

  private static final String BRAND =
      "Whose number it is, as ACES names it; left out: any brand that has no entry of its own";

  private static final String IN_QUERY =
      "For any part number, also 'import', and one with a slash, semicolon, backslash or percent"
          + " sign, which paths are not allowed to have.";

  private final PartNumbers partNumbers;

  PartNumberController(PartNumbers partNumbers) {
    this.partNumbers = partNumbers;
  }

  @Operation(summary = "Says which SKU a part number is sold as")
  @PutMapping(ONE)
  PartNumber put(
      @PathVariable @NotBlank @Size(max = PartNumbers.LONGEST) @Storable String partNumber,
      @Parameter(description = BRAND)
          @RequestParam(required = false)
          @Pattern(regexp = PartNumbers.BRAND)
          @Nullable String brand,
      @Valid @RequestBody PartNumberRequest request) {
    PartNumber saved = request.of(partNumber.strip(), brand);
    partNumbers.save(List.of(saved));
    return saved;
  }

  @Operation(summary = "Says which SKU a part number is sold as", description = IN_QUERY)
  @PutMapping
  PartNumber putByQuery(
      @RequestParam @NotBlank @Size(max = PartNumbers.LONGEST) @Storable String partNumber,
      @Parameter(description = BRAND)
          @RequestParam(required = false)
          @Pattern(regexp = PartNumbers.BRAND)
          @Nullable String brand,
      @Valid @RequestBody PartNumberRequest request) {
    return put(partNumber, brand, request);
  }

  @Operation(summary = "The SKU that a part number is sold as")
  @Answers("404 unknown-part-number")
  @GetMapping(ONE)
  PartNumber get(
      @PathVariable @NotBlank @Size(max = PartNumbers.LONGEST) String partNumber,
      @Parameter(description = BRAND)
          @RequestParam(required = false)
          @Pattern(regexp = PartNumbers.BRAND)
          @Nullable String brand) {
    return partNumbers
        .find(partNumber.strip(), brand)
        .orElseThrow(
            () ->
                Problem.of(
                        HttpStatus.NOT_FOUND,
                        "unknown-part-number",
                        "There is no SKU for part number '" + partNumber + "'.")
                    .toException());
  }

  @Operation(summary = "The SKU that a part number is sold as", description = IN_QUERY)
  @Answers("404 unknown-part-number")
  @GetMapping
  PartNumber getByQuery(
      @RequestParam @NotBlank @Size(max = PartNumbers.LONGEST) String partNumber,
      @Parameter(description = BRAND)
          @RequestParam(required = false)
          @Pattern(regexp = PartNumbers.BRAND)
          @Nullable String brand) {
    return get(partNumber, brand);
  }

  @Operation(summary = "Forgets a part number; a repeat changes nothing")
  @DeleteMapping(ONE)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @PathVariable @NotBlank @Size(max = PartNumbers.LONGEST) String partNumber,
      @Parameter(description = BRAND)
          @RequestParam(required = false)
          @Pattern(regexp = PartNumbers.BRAND)
          @Nullable String brand) {
    partNumbers.delete(partNumber.strip(), brand);
  }

  @Operation(summary = "Forgets a part number; a repeat changes nothing", description = IN_QUERY)
  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void deleteByQuery(
      @RequestParam @NotBlank @Size(max = PartNumbers.LONGEST) String partNumber,
      @Parameter(description = BRAND)
          @RequestParam(required = false)
          @Pattern(regexp = PartNumbers.BRAND)
          @Nullable String brand) {
    delete(partNumber, brand);
  }

  @Operation(
      summary = "Says of many part numbers which SKUs they are sold as",
      description =
          "Streamed, any size. The column brand may be left out. A line that cannot be taken is"
              + " rejected with its reason and spoils no other; a repeat of the same import is"
              + " harmless.")
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      content =
          @Content(
              mediaType = "text/csv",
              examples =
                  @ExampleObject(
                      "partNumber,skuId,kind,spuId,mainSkuId,vendorId,brand\n"
                          + "BP-1044,100001,SELF,,100001,,BBVL\n")))
  @ImportMapping(consumes = "text/csv")
  LoadReport load(HttpServletRequest request) throws IOException {
    return PartNumberRow.TABLE.load(
        request.getInputStream(), PartNumberRow::parse, partNumbers::save);
  }
}
