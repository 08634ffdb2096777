package dev.storefront.fitment.note;

import dev.storefront.fitment.note.NoteMention.NoteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which notes an answer tells, so that nobody makes it as long as they like. Mutable. */
final class NoteChoice {

  /** Notes that are told of a SKU on a vehicle. */
  static final int MOST_OF_A_VEHICLE = 20;

  /** In all notes of an answer together, each counted as often as it is told. */
  static final int MOST_CHARACTERS = 2_000_000;

  /** The names of its fields, brackets and so on. */
  private static final int CHARACTERS_AROUND_A_NOTE = 50;

  private final Map<Long, NoteQuestion> questions;
  private final List<NoteMention> told = new ArrayList<>();
  private final Set<Long> cut = new HashSet<>();
  private long room = MOST_CHARACTERS;

  NoteChoice(Collection<NoteQuestion> questions) {
    this.questions =
        questions.stream().collect(Collectors.toMap(NoteQuestion::skuId, question -> question));
  }

  /** Tells a note of a SKU that was asked about, if it can. */
  void offer(NoteMention mention) {
    NoteQuestion question = questions.get(mention.note().skuId());
    if (question == null || !question.vehicles()[mention.vehicle()]) {
      return;
    }
    long characters = (long) question.times() * (mention.characters() + CHARACTERS_AROUND_A_NOTE);
    if (mention.nth() <= MOST_OF_A_VEHICLE && characters <= room) {
      room -= characters;
      told.add(mention);
    } else {
      cut.add(question.skuId());
    }
  }

  /** The notes whose texts are needed. */
  Set<NoteId> told() {
    return told.stream().map(NoteMention::note).collect(Collectors.toSet());
  }

  /** For each SKU that has notes on what was asked about; some may all be left out. */
  Map<Long, VehicleNotes> answer(Map<NoteId, FitmentNote> texts) {
    Map<Long, VehicleNotes> answer = new HashMap<>();
    for (NoteMention mention : told) {
      FitmentNote note = texts.get(mention.note());
      if (note != null) {
        ofSku(mention.note().skuId(), answer).byVehicle().get(mention.vehicle()).add(note);
      }
    }
    cut.forEach(skuId -> ofSku(skuId, answer));
    return answer;
  }

  private VehicleNotes ofSku(long skuId, Map<Long, VehicleNotes> answer) {
    return answer.computeIfAbsent(
        skuId,
        id -> {
          NoteQuestion question = questions.get(id);
          int vehicles = question == null ? 0 : question.vehicles().length;
          return new VehicleNotes(
              Stream.<List<FitmentNote>>generate(ArrayList::new).limit(vehicles).toList(),
              cut.contains(id));
        });
  }
}
