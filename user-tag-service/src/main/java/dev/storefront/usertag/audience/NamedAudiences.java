package dev.storefront.usertag.audience;

import java.util.Collection;
import java.util.Map;

/** What {@code @name} stands for in an expression. */
public interface NamedAudiences {

  /** The expressions of those of these standing audiences that exist, by name. */
  Map<String, String> expressions(Collection<String> names);
}
