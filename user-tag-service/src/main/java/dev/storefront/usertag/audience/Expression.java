package dev.storefront.usertag.audience;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Who belongs to an audience, in terms of tags. */
sealed interface Expression {

  /** The users who have the tag. */
  record HasTag(String name) implements Expression {}

  /** All known users but those of {@code inner}. */
  record Not(Expression inner) implements Expression {}

  /** The users whom all have in common; two or more. */
  record And(List<Expression> all) implements Expression {}

  /** The users who belong to any; two or more. */
  record Or(List<Expression> any) implements Expression {}

  /** The names of all tags, each once, in the order in which they first appear. */
  default Set<String> tagNames() {
    Set<String> names = new LinkedHashSet<>();
    collectTagNames(names);
    return names;
  }

  private void collectTagNames(Set<String> names) {
    if (this instanceof HasTag tag) {
      names.add(tag.name());
    } else if (this instanceof Not not) {
      not.inner().collectTagNames(names);
    } else if (this instanceof And and) {
      and.all().forEach(part -> part.collectTagNames(names));
    } else if (this instanceof Or or) {
      or.any().forEach(part -> part.collectTagNames(names));
    }
  }
}
