-- Notes that nobody knows to be made come first, each kind by its time; there may be many after an hour without Kafka.
ALTER TABLE untold_changes
  ADD KEY by_kind_and_turn (made, due_at),
  DROP KEY by_turn;
