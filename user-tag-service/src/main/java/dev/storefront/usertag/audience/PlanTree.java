package dev.storefront.usertag.audience;

import dev.storefront.usertag.audience.Explanation.PlanOperation;
import dev.storefront.usertag.audience.Explanation.PlanPart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Shows a plan as a tree. A part that stands in several places is shown in the first. */
final class PlanTree {

  private static final PlanPart KNOWN_USERS =
      new PlanPart(PlanOperation.KNOWN_USERS, null, null, null, null, null, null, null);

  private final Observation observed;
  private final Set<Part> shown = new HashSet<>();

  PlanTree(Observation observed) {
    this.observed = observed;
  }

  PlanPart of(Part part) {
    boolean isTag = part.operation() == Part.Operation.TAG;
    String tag = isTag ? part.tag() : null;
    String set = part.set() == null ? null : part.set().text();
    if (!shown.add(part)) {
      return new PlanPart(PlanOperation.SAME, idOf(part), tag, set, null, null, null, null);
    }
    return new PlanPart(
        operation(part),
        idOf(part),
        tag,
        set,
        Math.round(part.estimate()),
        observed.users(part),
        observed.segments(part),
        isTag || set != null ? null : operands(part));
  }

  /** As all ids do, those that are shown begin with 1. */
  private static int idOf(Part part) {
    return part.id() + 1;
  }

  private List<PlanPart> operands(Part part) {
    List<PlanPart> operands = new ArrayList<>();
    if (part.with().isEmpty()) {
      operands.add(KNOWN_USERS);
    }
    part.with().forEach(operand -> operands.add(of(operand)));
    part.without().forEach(operand -> operands.add(not(of(operand))));
    return operands;
  }

  private static PlanPart not(PlanPart inner) {
    return new PlanPart(PlanOperation.NOT, null, null, null, null, null, null, List.of(inner));
  }

  private static PlanOperation operation(Part part) {
    return switch (part.operation()) {
      case TAG -> PlanOperation.TAG;
      case SET -> PlanOperation.SET;
      case UNION -> PlanOperation.OR;
      case INTERSECTION -> PlanOperation.AND;
    };
  }
}
