package dev.storefront.usertag.audience;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * An expression over tags' numbers, which tells of a single user whether he belongs to it. Names
 * have no part in it: a tag or an audience that is made anew under an old name does not change it.
 */
public final class Formula {

  private static final String NOT = "!";
  private static final String AND = "&";
  private static final String OR = "|";

  /** Before a share. */
  private static final String SHARE = "%";

  private final Node root;

  private Formula(Node root) {
    this.root = root;
  }

  /**
   * @param sign {@link #NOT}, {@link #AND} or {@link #OR}; else a tag's number, or empty
   * @param share null but for one
   */
  private record Node(String sign, List<Node> operands, @Nullable Share share) {

    boolean holds(long ordinal, IntPredicate hasTag) {
      if (share != null) {
        return share.has(ordinal);
      }
      return switch (sign) {
        case NOT -> !operands.get(0).holds(ordinal, hasTag);
        case AND -> operands.stream().allMatch(operand -> operand.holds(ordinal, hasTag));
        case OR -> operands.stream().anyMatch(operand -> operand.holds(ordinal, hasTag));
        default -> hasTag.test(Integer.parseInt(sign));
      };
    }

    boolean hasShare() {
      return share != null || operands.stream().anyMatch(Node::hasShare);
    }

    /** Sign first; behind those of several operands how many there are. */
    void write(List<String> words) {
      boolean isSeveral = sign.equals(AND) || sign.equals(OR);
      words.add(share == null ? (isSeveral ? sign + operands.size() : sign) : SHARE + share.word());
      operands.forEach(operand -> operand.write(words));
    }

    void collectTags(Set<Integer> tags) {
      if (operands.isEmpty() && share == null) {
        tags.add(Integer.valueOf(sign));
      }
      operands.forEach(operand -> operand.collectTags(tags));
    }
  }

  static Formula of(Question question) {
    return new Formula(node(question.expressions().get(0), question.numbers()));
  }

  private static Node node(Expression part, Map<String, Integer> numbers) {
    if (part instanceof Expression.HasTag tag) {
      return leaf(Objects.requireNonNull(numbers.get(tag.name())).toString());
    }
    if (part instanceof Expression.InSet set && set.users() instanceof Share share) {
      return new Node("", List.of(), share);
    }
    String sign = part instanceof Expression.Not ? NOT : part instanceof Expression.And ? AND : OR;
    return new Node(
        sign, part.operands().stream().map(operand -> node(operand, numbers)).toList(), null);
  }

  private static Node leaf(String number) {
    return new Node(number, List.of(), null);
  }

  /** Reads what {@link #text} wrote. */
  public static Formula parse(String text) {
    return new Formula(read(List.of(text.split(" ")).iterator()));
  }

  private static Node read(Iterator<String> words) {
    String word = words.next();
    String sign = word.substring(0, 1);
    if (!sign.equals(NOT) && !sign.equals(AND) && !sign.equals(OR)) {
      return sign.equals(SHARE)
          ? new Node("", List.of(), Share.ofWord(word.substring(1)))
          : leaf(word);
    }
    int size = sign.equals(NOT) ? 1 : Integer.parseInt(word.substring(1));
    List<Node> operands = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      operands.add(read(words));
    }
    return new Node(sign, List.copyOf(operands), null);
  }

  /** The formula as a text, to be kept. */
  public String text() {
    List<String> words = new ArrayList<>();
    root.write(words);
    return String.join(" ", words);
  }

  /** The numbers of its tags. */
  public Set<Integer> tags() {
    Set<Integer> tags = new TreeSet<>();
    root.collectTags(tags);
    return tags;
  }

  /** Whether it may hold for somebody who is known and has no tag. */
  public boolean mayHoldWithoutTags() {
    return root.hasShare() || root.holds(0, tag -> false);
  }

  /** Whether it holds for a user who is known and has these tags. */
  public boolean holds(long ordinal, IntPredicate hasTag) {
    return root.holds(ordinal, hasTag);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Formula formula && formula.root.equals(root);
  }

  @Override
  public int hashCode() {
    return root.hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}
