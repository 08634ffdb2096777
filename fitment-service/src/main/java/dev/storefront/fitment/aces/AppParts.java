package dev.storefront.fitment.aces;

import dev.storefront.fitment.aces.AcesVehicles.OfBaseVehicle;
import dev.storefront.fitment.aces.AcesVehicles.OfModel;
import dev.storefront.fitment.aces.AcesVehicles.Years;
import dev.storefront.fitment.note.FitmentNote;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts an application together from its elements. Mutable, of one thread. */
final class AppParts {

  private static final int LONGEST_NAME = 100;
  private static final int MOST_FAULTS = 5;
  private static final int MOST_RANGES = 50;
  private static final int MOST_QUANTITY = 99_999;
  private static final int FIRST_YEAR = 1886;
  private static final int LAST_YEAR = 2100;

  /** As XML Schema has them; Java would take the digits of every script. */
  private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?[0-9]+");

  /** Elements of which a second one would leave open which counts. */
  private static final Set<String> ONCE =
      Set.of("BaseVehicle", "Make", "Model", "Part", "Qty", "Position", "PartType");

  /** Elements that say nothing about what fits. */
  private static final Set<String> IGNORED =
      Set.of("MfrLabel", "DisplayOrder", "AssetName", "AssetItemOrder", "AssetItemRef");

  private final long number;
  private final long line;
  private final String id;
  private final Set<String> seen = new HashSet<>();
  private final List<Years> years = new ArrayList<>();
  private final StringBuilder note = new StringBuilder();
  private final Set<String> faults = new LinkedHashSet<>();
  private String part = "";
  private String brand;
  private String make = "";
  private String model = "";
  private String position = "";
  private String partType = "";
  private int baseVehicleId;
  private @Nullable Integer quantity;

  /**
   * An element within an application.
   *
   * @param text what stands in it, else its {@code name}
   * @param brand its {@code BrandAAIAID}
   */
  record Part(String element, String id, String text, String from, String to, String brand) {

    String textOrId() {
      return text.isEmpty() ? id : text;
    }
  }

  /**
   * @param brand of its part, unless that says another; may be empty
   */
  AppParts(long number, long line, String id, String action, String brand) {
    this.brand = cut(brand);
    this.number = number;
    this.line = line;
    this.id = cut(id);
    require(action.isEmpty() || action.equals("A"), "action must be A");
  }

  void add(Part element) {
    require(
        !ONCE.contains(element.element()) || seen.add(element.element()),
        "has more than one " + element.element());
    switch (element.element()) {
      case "BaseVehicle" ->
          baseVehicleId = number("BaseVehicle", element.id(), 1, Integer.MAX_VALUE);
      case "Years" -> addYears(element);
      case "Make" -> make = name(element, element.text());
      case "Model" -> model = name(element, element.text());
      case "Part" -> {
        part = name(element, element.text());
        brand = element.brand().isEmpty() ? brand : cut(element.brand());
      }
      case "Qty" -> quantity = number("Qty", element.text(), 1, MOST_QUANTITY);
      case "Position" -> position = name(element, element.textOrId());
      case "PartType" -> partType = name(element, element.textOrId());
      case "Note", "Qual" -> addNote(element.textOrId());
      default ->
          require(
              IGNORED.contains(element.element()),
              "narrows the vehicle by %s, which is not known here"
                  .formatted(cut(element.element())));
    }
  }

  AcesApp toApp() {
    require(!part.isEmpty(), "Part is required");
    AcesVehicles vehicles = vehicles();
    require(
        vehicles != null || !faults.isEmpty(),
        "BaseVehicle, or Years with the names of Make and Model, is required");
    return new AcesApp(
        number,
        line,
        id,
        part,
        brand,
        vehicles,
        new FitmentNote(position, partType, quantity, note.toString()),
        List.copyOf(faults));
  }

  private @Nullable AcesVehicles vehicles() {
    if (baseVehicleId > 0) {
      return new OfBaseVehicle(baseVehicleId);
    }
    return make.isEmpty() || model.isEmpty() || years.isEmpty()
        ? null
        : new OfModel(make, model, List.copyOf(years));
  }

  private void addYears(Part element) {
    int from = number("Years from", element.from(), FIRST_YEAR, LAST_YEAR);
    int to = number("Years to", element.to(), FIRST_YEAR, LAST_YEAR);
    require(from <= to, "Years must go from the earlier to the later");
    require(years.size() < MOST_RANGES, "has more than " + MOST_RANGES + " ranges of years");
    if (faults.isEmpty()) {
      years.add(new Years(from, to));
    }
  }

  private void addNote(String text) {
    boolean fits = note.length() + text.length() + 2 <= BoundedText.LONGEST;
    require(fits, "has notes of more than " + BoundedText.LONGEST + " characters");
    if (fits && !text.isEmpty()) {
      note.append(note.isEmpty() ? "" : "; ").append(text);
    }
  }

  private String name(Part element, String text) {
    require(
        text.length() <= LONGEST_NAME,
        element.element() + " has more than " + LONGEST_NAME + " characters");
    return cut(text);
  }

  private int number(String what, String text, int least, int most) {
    try {
      int value = Integer.parseInt(WHOLE_NUMBER.matcher(text).matches() ? text : "");
      require(
          value >= least && value <= most,
          "%s must be %d to %d, got %d".formatted(what, least, most, value));
      return value;
    } catch (NumberFormatException e) {
      require(false, what + " must be a whole number");
      return 0;
    }
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME);
  }

  private void require(boolean holds, String fault) {
    if (!holds && faults.size() < MOST_FAULTS) {
      faults.add(fault);
    }
  }
}
