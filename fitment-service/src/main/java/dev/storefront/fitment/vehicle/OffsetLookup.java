package dev.storefront.fitment.vehicle;

import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import java.util.List;
import org.springframework.http.HttpStatus;

/** What came of looking up vehicles by their ids. */
public sealed interface OffsetLookup {

  /**
   * The offsets.
   *
   * @throws ProblemException 400 {@code unknown-vehicle} if there is not one for every id
   */
  int[] orRefuse();

  /**
   * All are known.
   *
   * @param offsets in the order of the ids
   */
  record Found(int[] offsets) implements OffsetLookup {
    @Override
    public int[] orRefuse() {
      return offsets;
    }
  }

  /**
   * Some are not.
   *
   * @param firstIds up to 20 of them
   * @param count all of them
   */
  record Unknown(List<Integer> firstIds, int count) implements OffsetLookup {

    static final int LISTED = 20;

    @Override
    public int[] orRefuse() {
      throw Problem.of(
              HttpStatus.BAD_REQUEST,
              "unknown-vehicle",
              count == 1
                  ? "There is no vehicle " + firstIds.get(0) + "."
                  : "There are no vehicles for " + count + " of the ids, see 'vehicleIds'.")
          .with("vehicleIds", firstIds)
          .toException();
    }
  }
}
