package dev.storefront.history.model;

import dev.storefront.history.core.Group;
import dev.storefront.history.core.View;
import java.util.List;

/** What a run does to histories, and asks of them. Calls return once they were acknowledged. */
public interface HistoryUnderTest {

  /** A view on its way: it is taken some time later. */
  record Seen(String user, View view) {}

  /** Page views come, in this order. */
  void views(List<Seen> views);

  /** The user paid for a SKU, epoch milliseconds; taken some time later. */
  void paid(String user, long sku, long at);

  /** The catalogue tells of a product; taken some time later. */
  void product(long sku, Group group, long version, boolean deleted);

  void delete(String user, List<Long> skus);

  void clear(String user);

  void pause(String user);

  void resume(String user);

  /** Returns how many views were merged; -1 if nobody knows, as the call had to be repeated. */
  long merge(String user, String guest);

  /** Returns once all stores are done. */
  void erase(String user);

  /** Returns once all that was on its way has been taken. */
  void settle();

  /** What came since the last time lies in the lake, in the day so many days ago. */
  void arrive(int daysAgo);

  /** Works a day, {@code ALL} or one step; returns once it is done. */
  void work(int daysAgo, String step);

  /** Up to when the rows of that day are complete, epoch milliseconds. */
  long endOf(int daysAgo);

  /** Four days without a view: what is hot and the copy expire. */
  void expire(String user);

  /** The whole list, by pages of that size. */
  List<View> list(String user, int pageSize);

  List<View> notBought(String user, int pageSize);

  int count(String user);

  /** The views of the export. */
  List<View> export(String user);

  /** Epoch milliseconds; as the clock that deletions are made by. */
  long now();
}
