package dev.storefront.shortlink.recycling;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of recycling in small: a segment of two ids, in MySQL, Redis and HBase, with an
 * application that leases and publishes, a reader of cold storage and a run, each of which may be
 * held up between any two steps. Sets of ids are bits. Times are assumptions: an operation that is
 * under way takes no longer than Redis refuses the generation before, and a lease that is over is
 * known to be.
 *
 * <p>Redis may fall back once, at any moment: links are gone that were acknowledged, and its marker
 * is an older one or none. Who reads, publishes or recycles is held up across that as well.
 *
 * <p>HBase may hear of a link at any later moment, in any order, but before Redis forgets the link
 * for nobody visits it: an idle time is that long.
 */
final class RecyclingModel {

  static final int IDS = 2;
  private static final int ALL = (1 << IDS) - 1;

  /** Of a close that was repeated by mistake without refusing as long again. */
  private static final int NOT_REFUSED = 8;

  /** Mistakes that could have been made. */
  enum Mistake {
    CLOSE_WITHOUT_LOOKING_AGAIN,
    FREE_ALL_IDS_OF_A_SEGMENT,
    END_ALL_RANGES_OF_A_SEGMENT,
    LEAVE_THE_MARKER_WHEN_CLOSING,
    NO_REFUSAL_WINDOW,
    REPEAT_A_CLOSE_WITHOUT_A_REFUSAL,
    BRING_BACK_BY_THE_LINKS_GENERATION_ALONE,
    NO_REFUSAL_OF_COLD_READS,
    DELETE_LINKS_BELOW_THE_MARKER,
    PUBLISH_WHATEVER_THE_MARKER_SAYS,
    RECYCLE_DESPITE_A_LEASE,
    LOOK_FOR_LEASES_BEFORE_QUARANTINE_ONLY,
    LEND_IN_QUARANTINE,
    TAKE_BACK_IDS_OF_AN_ENDED_GENERATION,
    SWEEP_A_LEASE_TWICE,
    READ_ANY_GENERATION_FROM_HBASE,
    FREE_WHAT_WAS_NOTED_WHEN_IN_DOUBT,
    COMMIT_BEFORE_CLOSING,
    CLAIM_WITHOUT_THE_LEASES_EPOCH,
    RENEW_THE_LINK_AND_NOT_ITS_MARKER,
    CLOSE_WHAT_FELL_BACK,
    COMMIT_WHAT_FELL_BACK,
    END_THE_DOUBT_BEFORE_AN_IDLE_TIME,
    SHOW_WITHOUT_CONFIRMING,
    END_THE_DOUBT_WITHOUT_REPAIR,
    PUBLISH_UNDER_A_SWEPT_OWN_LEASE,
    SWEEP_AN_OWN_LEASE_UNASKED,
    MARK_A_LEASE_BEFORE_IT_IS_GRANTED,
    KEEP_THE_LAST_WRITE_IN_HBASE,
    CONFIRM_BEFORE_HBASE_HAS_HEARD,
    SWEEP_AN_OWN_LEASE_IN_DOUBT
  }

  /** What is known of a Redis that fell back. */
  enum Doubt {
    NONE,
    /** No link is shown. */
    FOUND,
    /** A link is shown once it is confirmed. */
    CONFIRMING,
    /** All links are shown, but nothing counts as idle. */
    REPAIRED
  }

  enum Phase {
    ISSUED,
    QUARANTINE,
    POOL
  }

  enum LeaseState {
    NONE,
    /** By mistake: its marker is there before MySQL has it. */
    MARKED,
    GRANTED,
    OPEN,
    OVER
  }

  /**
   * @param held generation of each id's holder, two bits each; 0 for nobody
   * @param free ids in the pool
   * @param idle ids noted as idle, in quarantine
   * @param leased ids of the lease
   * @param claimed those of them that were to be published; of the service's own lease nobody but
   *     the instance at hand knows
   * @param marker 0 if there is none
   * @param links generation of each link in Redis, two bits each; 0 for none
   * @param cold generations of each id in HBase, four bits each
   * @param late those that HBase has yet to hear of
   * @param told those that HBase was told of, ever
   * @param publisher generation and id of a link that is claimed and not published; 0 for none
   * @param reader generations of segment and link, and id, of one that was read; 0 for none
   * @param checked idle ids that the run found, plus 1; 0 for none
   * @param closed ids that the run closed, plus 1; 0 for none; plus 8 if the refusal may end first
   * @param confirmed ids whose links are confirmed in the doubt
   * @param lost ids whose link was in use when Redis lost it
   * @param stale ids with a link that came back though its code is somebody else's, as the marker
   *     was lost; it leads on until that one publishes, and no longer
   */
  record State(
      int generation,
      Phase phase,
      int held,
      int free,
      int idle,
      LeaseState lease,
      int leaseGeneration,
      int leased,
      int claimed,
      int marker,
      int links,
      int cold,
      int late,
      int told,
      int publisher,
      int reader,
      int checked,
      int closed,
      Doubt doubt,
      boolean fellBack,
      int confirmed,
      int lost,
      int stale,
      @Nullable String fault) {}

  static final State NEW =
      new State(
          1,
          Phase.ISSUED,
          0,
          ALL,
          0,
          LeaseState.NONE,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          Doubt.NONE,
          false,
          0,
          0,
          0,
          null);

  private final Set<Mistake> mistakes;
  private final Setting setting;

  /**
   * What is gone through.
   *
   * @param unit how many ids go on together: 1, idle without a link, or 2, idle without a marker
   * @param fallsBack true if Redis may fall back
   * @param own true if all leases are the service's own, which claim nothing
   * @param lags true if HBase hears of links later
   */
  record Setting(int unit, int generations, boolean fallsBack, boolean own, boolean lags) {}

  RecyclingModel(Setting setting, @Nullable Mistake mistake) {
    this.setting = setting;
    this.mistakes = mistake == null ? EnumSet.noneOf(Mistake.class) : EnumSet.of(mistake);
  }

  /** What is wrong with a state; null if nothing. */
  @Nullable String wrong(State s) {
    if (s.fault() != null) {
      return s.fault();
    }
    for (int id = 0; id < IDS; id++) {
      int link = two(s.links(), id);
      boolean shown = link != 0 && isShown(s, id);
      if (has(s.stale(), id)) {
        if (shown && link < latest(s.cold(), id)) {
          return "a link of generation " + link + " leads on, though the next owner has published";
        }
      } else if (shown && link != two(s.held(), id)) {
        return "a link of generation " + link + " leads on, though the code is somebody else's";
      } else if (link != 0 && has(s.free(), id)) {
        return "an id with a link is free";
      }
      if (has(s.lost(), id) && has(s.free(), id)) {
        return "an id is free whose link was in use when Redis lost it";
      }
      boolean lent = s.lease() == LeaseState.GRANTED || s.lease() == LeaseState.OPEN;
      if (lent && has(s.leased(), id) && has(s.free(), id)) {
        return "an id that is lent is free";
      }
      if (lent && has(s.leased(), id) && two(s.held(), id) != s.leaseGeneration()) {
        return "an id that is lent has another holder";
      }
      int holder = bit(id, two(s.held(), id));
      if ((s.told() & holder) != 0 && ((s.cold() | s.late()) & holder) == 0) {
        return "HBase was told of a link, and has it no more";
      }
    }
    return null;
  }

  /** All states that the next step may lead to. */
  List<State> next(State s) {
    List<State> next = new ArrayList<>();
    lend(s, next);
    publish(s, next);
    hear(s, next);
    read(s, next);
    time(s, next);
    recycle(s, next);
    if (setting.fallsBack()) {
      fallBack(s, next);
    }
    return next;
  }

  private void lend(State s, List<State> next) {
    Copy c = new Copy(s);
    switch (s.lease()) {
      case NONE -> {
        boolean holds = s.phase() == Phase.QUARANTINE && !makes(Mistake.LEND_IN_QUARANTINE);
        if (s.free() != 0 && !holds && makes(Mistake.MARK_A_LEASE_BEFORE_IT_IS_GRANTED)) {
          c.lease = LeaseState.MARKED;
          c.leaseGeneration = s.generation();
          c.leased = s.free();
          c.marker = Math.max(s.marker(), s.generation());
          next.add(c.state());
        } else if (s.free() != 0 && !holds) {
          c.lease = LeaseState.GRANTED;
          c.leaseGeneration = s.generation();
          c.leased = s.free();
          c.claimed = 0;
          for (int id = 0; id < IDS; id++) {
            c.held = has(s.free(), id) ? with(c.held, id, s.generation()) : c.held;
          }
          c.free = 0;
          c.phase = s.phase() == Phase.QUARANTINE ? s.phase() : Phase.ISSUED;
          next.add(c.state());
        }
      }
      case MARKED -> {
        if (s.free() != 0) {
          c.lease = LeaseState.OPEN;
          c.leaseGeneration = s.generation();
          c.leased = s.free();
          for (int id = 0; id < IDS; id++) {
            c.held = has(s.free(), id) ? with(c.held, id, s.generation()) : c.held;
          }
          c.free = 0;
          c.phase = Phase.ISSUED;
        } else {
          c.lease = LeaseState.NONE;
          c.cleanLease();
        }
        next.add(c.state());
      }
      case GRANTED -> {
        if (s.marker() <= s.leaseGeneration()) {
          c.lease = LeaseState.OPEN;
          c.marker = s.leaseGeneration();
          next.add(c.state());
        }
        next.add(over(s));
      }
      case OPEN -> next.add(over(s));
      case OVER -> {
        if (setting.own()
            && s.doubt() == Doubt.FOUND
            && !makes(Mistake.SWEEP_AN_OWN_LEASE_IN_DOUBT)) {
          return; // nobody can say what is used
        }
        int unused = s.leased() & ~(setting.own() ? linked(s) : s.claimed());
        boolean ended =
            s.leaseGeneration() != s.generation()
                && !makes(Mistake.TAKE_BACK_IDS_OF_AN_ENDED_GENERATION);
        if (setting.own() && !makes(Mistake.PUBLISH_UNDER_A_SWEPT_OWN_LEASE)) {
          c.publisher = 0; // refused, whenever it comes
        }
        if (!makes(Mistake.SWEEP_A_LEASE_TWICE)) {
          c.lease = LeaseState.NONE;
        }
        if (c.lease == LeaseState.NONE && !makes(Mistake.CLAIM_WITHOUT_THE_LEASES_EPOCH)) {
          c.cleanLease();
        }
        if (!ended && (s.free() & unused) != 0) {
          next.add(c.fault("an id is in the pool twice"));
        }
        c.free |= ended ? 0 : unused;
        next.add(c.state());
      }
    }
  }

  /** Ids of the service's own lease under which Redis or HBase has a link. */
  private int linked(State s) {
    int linked = 0;
    for (int id = 0; id < IDS && !makes(Mistake.SWEEP_AN_OWN_LEASE_UNASKED); id++) {
      boolean there = two(s.links(), id) == s.leaseGeneration();
      boolean cold = (s.cold() & bit(id, s.leaseGeneration())) != 0;
      linked |= there || cold ? 1 << id : 0;
    }
    return linked;
  }

  private static State over(State s) {
    Copy c = new Copy(s);
    c.lease = LeaseState.OVER;
    return c.state();
  }

  private void publish(State s, List<State> next) {
    boolean mayClaim =
        s.lease() == LeaseState.OPEN
            || s.lease() == LeaseState.NONE && makes(Mistake.CLAIM_WITHOUT_THE_LEASES_EPOCH);
    if (mayClaim && s.publisher() == 0) {
      for (int id = 0; id < IDS; id++) {
        if (has(s.leased(), id)) {
          Copy c = new Copy(s);
          c.claimed |= 1 << id;
          c.publisher = s.leaseGeneration() << 1 | id;
          next.add(c.state());
        }
      }
    }
    if (s.publisher() != 0) {
      int id = s.publisher() & 1;
      int generation = s.publisher() >> 1;
      Copy c = new Copy(s);
      c.publisher = 0;
      boolean refused =
          !makes(Mistake.PUBLISH_WHATEVER_THE_MARKER_SAYS)
              && (s.marker() > generation || two(s.links(), id) > generation);
      if (!refused) {
        c.show(id, generation);
        c.marker = Math.max(s.marker(), generation);
        c.told |= bit(id, generation);
        if (setting.lags()) {
          c.late |= bit(id, generation);
        } else {
          c.cold |= bit(id, generation);
        }
      }
      next.add(c.state());
    }
  }

  private void hear(State s, List<State> next) {
    for (int id = 0; id < IDS; id++) {
      for (int generation = 1; generation <= setting.generations(); generation++) {
        if ((s.late() & bit(id, generation)) != 0) {
          Copy c = new Copy(s);
          c.late &= ~bit(id, generation);
          c.cold &= makes(Mistake.KEEP_THE_LAST_WRITE_IN_HBASE) ? ~(15 << (4 * id)) : ~0;
          c.cold |= bit(id, generation);
          next.add(c.state());
        }
      }
    }
  }

  private static int bit(int id, int generation) {
    return generation == 0 ? 0 : 1 << (4 * id + generation);
  }

  private void read(State s, List<State> next) {
    for (int id = 0; id < IDS; id++) {
      int link = two(s.links(), id);
      if (link != 0 && makes(Mistake.DELETE_LINKS_BELOW_THE_MARKER) && s.marker() > link) {
        next.add(new Copy(s).fault("a live link is deleted"));
      }
      int wanted = two(s.held(), id);
      if (makes(Mistake.READ_ANY_GENERATION_FROM_HBASE)) {
        wanted = latest(s.cold(), id);
      }
      boolean asks = link == 0 && s.reader() == 0 && isShown(s, id);
      if (asks && wanted != 0 && (s.cold() >> (4 * id + wanted) & 1) == 1) {
        Copy c = new Copy(s);
        c.reader = s.generation() << 3 | wanted << 1 | id;
        next.add(c.state());
      }
    }
    if (s.reader() != 0) {
      next.add(bringBack(s));
    }
  }

  private State bringBack(State s) {
    int id = s.reader() & 1;
    int generation = s.reader() >> 1 & 3;
    int segment = s.reader() >> 3;
    int shown = makes(Mistake.BRING_BACK_BY_THE_LINKS_GENERATION_ALONE) ? generation : segment;
    Copy c = new Copy(s);
    c.reader = 0;
    if (s.marker() > shown && !makes(Mistake.NO_REFUSAL_OF_COLD_READS)) {
      boolean current = two(s.held(), id) == generation && segment == s.generation();
      return current && s.phase() != Phase.QUARANTINE
          ? c.fault("a live code does not come back")
          : c.state();
    }
    if (two(s.links(), id) < generation) {
      c.show(id, generation);
      c.marker = Math.max(s.marker(), shown);
    }
    return c.state();
  }

  private void fallBack(State s, List<State> next) {
    if (!s.fellBack()) {
      for (int gone = 0; gone <= ALL; gone++) {
        Copy c = new Copy(s);
        int least = 0;
        for (int id = 0; id < IDS; id++) {
          c.links = has(gone, id) ? with(c.links, id, 0) : c.links;
          c.lost |= has(gone, id) && two(s.links(), id) != 0 && !has(s.stale(), id) ? 1 << id : 0;
          least = Math.max(least, two(c.links, id));
        }
        c.stale &= ~gone;
        c.doubt = Doubt.FOUND;
        c.fellBack = true;
        for (c.marker = least; c.marker <= s.marker(); c.marker++) {
          next.add(c.state());
        }
      }
    }
    Copy c = new Copy(s);
    switch (s.doubt()) {
      case NONE -> {}
      case FOUND -> {
        if (s.late() == 0 || makes(Mistake.CONFIRM_BEFORE_HBASE_HAS_HEARD)) {
          c.doubt = Doubt.CONFIRMING;
          next.add(c.state());
        }
      }
      case CONFIRMING -> {
        for (int id = 0; id < IDS; id++) {
          if (!has(s.confirmed(), id)) {
            Copy visited = new Copy(s);
            visited.restore(id);
            visited.confirmed |= 1 << id;
            next.add(visited.state());
          }
        }
        c.doubt = Doubt.REPAIRED;
        c.confirmed = 0;
        for (int id = 0; id < IDS && !makes(Mistake.END_THE_DOUBT_WITHOUT_REPAIR); id++) {
          c.restore(id);
        }
        next.add(c.state());
      }
      case REPAIRED -> {
        // Who was not visited for an idle time is idle, and nobody is held up for as long.
        if (s.publisher() == 0 && s.reader() == 0 && s.closed() == 0) {
          c.doubt = Doubt.NONE;
          c.lost = 0;
          next.add(c.state());
        }
        if (makes(Mistake.END_THE_DOUBT_BEFORE_AN_IDLE_TIME)) {
          c.doubt = Doubt.NONE;
          c.lost = s.lost();
          next.add(c.state());
        }
      }
    }
  }

  private boolean isShown(State s, int id) {
    return switch (s.doubt()) {
      case NONE, REPAIRED -> true;
      case FOUND -> false;
      case CONFIRMING -> has(s.confirmed(), id) || makes(Mistake.SHOW_WITHOUT_CONFIRMING);
    };
  }

  /** Links end as nobody visits them; the marker once no link needs it. */
  private void time(State s, List<State> next) {
    for (int id = 0; id < IDS; id++) {
      int link = two(s.links(), id);
      if (link != 0 && (s.late() & bit(id, link)) == 0) {
        Copy c = new Copy(s);
        c.show(id, 0);
        next.add(c.state());
      }
    }
    boolean underWay =
        (s.publisher() != 0 && s.publisher() >> 1 < s.marker())
            || (s.reader() != 0 && s.reader() >> 3 < s.marker())
            || (s.closed() != 0 && s.closed() < NOT_REFUSED);
    boolean renewed = s.links() != 0 && !makes(Mistake.RENEW_THE_LINK_AND_NOT_ITS_MARKER);
    if (s.marker() != 0 && !renewed && (!underWay || makes(Mistake.NO_REFUSAL_WINDOW))) {
      Copy c = new Copy(s);
      c.marker = 0;
      next.add(c.state());
    }
  }

  private void recycle(State s, List<State> next) {
    boolean lent = s.lease() == LeaseState.GRANTED || s.lease() == LeaseState.OPEN;
    boolean leaves = makes(Mistake.RECYCLE_DESPITE_A_LEASE);
    if (s.phase() == Phase.ISSUED && s.checked() == 0 && s.generation() < setting.generations()) {
      int idle = s.doubt() == Doubt.NONE ? idle(s) : 0;
      if (idle != 0 && (!lent || leaves)) {
        Copy c = new Copy(s);
        c.checked = idle + 1;
        next.add(c.state());
      }
    }
    if (s.checked() != 0) {
      Copy c = new Copy(s);
      c.checked = 0;
      boolean free = !lent || leaves || makes(Mistake.LOOK_FOR_LEASES_BEFORE_QUARANTINE_ONLY);
      if (s.phase() == Phase.ISSUED && s.generation() < setting.generations() && free) {
        c.phase = Phase.QUARANTINE;
        c.idle = s.checked() - 1;
      }
      next.add(c.state());
    }
    if (s.phase() == Phase.QUARANTINE) {
      if (s.closed() == 0) {
        next.add(close(s));
      } else if (!inDoubt(s, Mistake.COMMIT_WHAT_FELL_BACK)
          && !(setting.fallsBack() && isAnyOlder(s))) {
        next.add(commit(s, s.closed() % NOT_REFUSED - 1));
      }
      if (s.closed() == 0) {
        next.add(doubt(s));
      } else {
        Copy crashed = new Copy(s);
        crashed.closed = 0;
        next.add(crashed.state());
      }
    }
  }

  /** From one generation's end to the next an idle time passes: nobody is held up for as long. */
  private static boolean isAnyOlder(State s) {
    boolean publishes = s.publisher() != 0 && s.publisher() >> 1 < s.generation();
    return publishes || (s.reader() != 0 && s.reader() >> 3 < s.generation());
  }

  private boolean inDoubt(State s, Mistake despite) {
    return s.doubt() != Doubt.NONE && !makes(despite);
  }

  private State close(State s) {
    if (inDoubt(s, Mistake.CLOSE_WHAT_FELL_BACK)) {
      return doubt(s);
    }
    int idle = makes(Mistake.CLOSE_WITHOUT_LOOKING_AGAIN) ? s.idle() : s.idle() & idle(s);
    if (makes(Mistake.COMMIT_BEFORE_CLOSING)) {
      return commit(s, idle);
    }
    if (idle == 0) {
      return doubt(s);
    }
    Copy c = new Copy(s);
    boolean repeated = s.marker() > s.generation();
    c.closed =
        idle + 1 + (repeated && makes(Mistake.REPEAT_A_CLOSE_WITHOUT_A_REFUSAL) ? NOT_REFUSED : 0);
    if (!makes(Mistake.LEAVE_THE_MARKER_WHEN_CLOSING)) {
      c.marker = Math.max(s.marker(), s.generation() + 1);
    }
    return c.state();
  }

  /** Nothing is freed; the segment goes on where Redis has it already. */
  private State doubt(State s) {
    if (s.marker() > s.generation()) {
      return commit(s, makes(Mistake.FREE_WHAT_WAS_NOTED_WHEN_IN_DOUBT) ? s.idle() : 0);
    }
    Copy c = new Copy(s);
    c.phase = Phase.ISSUED;
    c.idle = 0;
    c.marker = s.generation();
    return c.state();
  }

  private State commit(State s, int closed) {
    Copy c = new Copy(s);
    c.generation = s.generation() + 1;
    c.phase = closed == 0 ? Phase.ISSUED : Phase.POOL;
    c.idle = 0;
    c.closed = 0;
    c.free = makes(Mistake.FREE_ALL_IDS_OF_A_SEGMENT) ? ALL : closed;
    int ended = makes(Mistake.END_ALL_RANGES_OF_A_SEGMENT) ? ALL : closed;
    for (int id = 0; id < IDS; id++) {
      c.held = has(ended, id) ? with(c.held, id, 0) : c.held;
    }
    return c.state();
  }

  private int idle(State s) {
    return setting.unit() == 1 ? absent(s) : s.marker() == 0 ? ALL : 0;
  }

  private static int absent(State s) {
    int absent = 0;
    for (int id = 0; id < IDS; id++) {
      absent |= two(s.links(), id) == 0 ? 1 << id : 0;
    }
    return absent;
  }

  private boolean makes(Mistake mistake) {
    return mistakes.contains(mistake);
  }

  private static int latest(int cold, int id) {
    for (int generation = 3; generation > 0; generation--) {
      if ((cold >> (4 * id + generation) & 1) == 1) {
        return generation;
      }
    }
    return 0;
  }

  private static boolean has(int ids, int id) {
    return (ids >> id & 1) == 1;
  }

  private static int two(int packed, int id) {
    return packed >> (2 * id) & 3;
  }

  private static int with(int packed, int id, int generation) {
    return packed & ~(3 << (2 * id)) | generation << (2 * id);
  }

  /** A state to be changed. */
  private static final class Copy {
    int generation;
    Phase phase;
    int held;
    int free;
    int idle;
    LeaseState lease;
    int leaseGeneration;
    int leased;
    int claimed;
    int marker;
    int links;
    int cold;
    int late;
    int told;
    int publisher;
    int reader;
    int checked;
    int closed;
    Doubt doubt;
    boolean fellBack;
    int confirmed;
    int lost;
    int stale;

    Copy(State s) {
      generation = s.generation();
      phase = s.phase();
      held = s.held();
      free = s.free();
      idle = s.idle();
      lease = s.lease();
      leaseGeneration = s.leaseGeneration();
      leased = s.leased();
      claimed = s.claimed();
      marker = s.marker();
      links = s.links();
      cold = s.cold();
      late = s.late();
      told = s.told();
      publisher = s.publisher();
      reader = s.reader();
      checked = s.checked();
      closed = s.closed();
      doubt = s.doubt();
      fellBack = s.fellBack();
      confirmed = s.confirmed();
      lost = s.lost();
      stale = s.stale();
    }

    /** HBase has the newest link of the code's generation: it takes the place of an older one. */
    void restore(int id) {
      int wanted = two(held, id);
      if (two(links, id) < wanted && (cold >> (4 * id + wanted) & 1) == 1 && marker <= generation) {
        show(id, wanted);
        marker = Math.max(marker, generation);
      }
    }

    /** The link of an id is of that generation from now on; 0 for none. */
    void show(int id, int generation) {
      links = with(links, id, generation);
      lost &= ~(1 << id);
      stale &= ~(1 << id);
      if (fellBack && generation != 0 && generation != two(held, id)) {
        stale |= 1 << id;
      }
    }

    void cleanLease() {
      leaseGeneration = 0;
      leased = 0;
      claimed = 0;
    }

    State state() {
      return fault(null);
    }

    State fault(@Nullable String fault) {
      return new State(
          generation,
          phase,
          held,
          free,
          idle,
          lease,
          leaseGeneration,
          leased,
          claimed,
          marker,
          links,
          cold,
          late,
          told,
          publisher,
          reader,
          checked,
          closed,
          doubt,
          fellBack,
          confirmed,
          lost,
          stale,
          fault);
    }
  }
}
