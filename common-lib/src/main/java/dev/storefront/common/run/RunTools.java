package dev.storefront.common.run;

import org.springframework.transaction.support.TransactionOperations;

/** What is needed to work on runs of a kind. */
record RunTools<Q, P>(
    RunTable table,
    RunLeases leases,
    RunJson<Q, P> json,
    TransactionOperations transaction,
    RunProperties properties) {

  ActiveRun<Q, P> active(RunRow row, Hold hold) {
    return new ActiveRun<>(table, leases, json, transaction, json.run(row), hold);
  }
}
