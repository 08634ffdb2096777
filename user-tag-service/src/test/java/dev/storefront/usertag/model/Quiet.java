package dev.storefront.usertag.model;

import dev.storefront.usertag.Api;
import dev.storefront.usertag.model.Register.Span;
import dev.storefront.usertag.standing.AudienceRecords;
import dev.storefront.usertag.tagging.Agreement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What must be so when nobody changes anything and all servers are back. */
final class Quiet {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Client client;
  private final TagModel model;
  private final Questions questions;
  private final AudienceRecords records;
  private final Agreement agreement;
  private final JdbcClient database;
  private final Set<String> audiences;
  private int transitions;

  /**
   * @param audiences names of the standing ones
   */
  Quiet(
      Client client,
      TagModel model,
      Questions questions,
      AudienceRecords records,
      Agreement agreement,
      JdbcClient database,
      Collection<String> audiences) {
    this.client = client;
    this.model = model;
    this.questions = questions;
    this.records = records;
    this.agreement = agreement;
    this.database = database;
    this.audiences = Set.copyOf(audiences);
  }

  /** How many transitions were told of the audiences, when last looked. */
  int transitions() {
    return transitions;
  }

  /** What is not so yet, or at all. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    client.all().forEach(at -> faults.addAll(questions.disagreements(at)));
    client.all().forEach(at -> audiences.forEach(name -> faults.addAll(unfinished(at, name))));
    if (faults.isEmpty()) {
      faults.addAll(faultsOfStream());
    }
    if (faults.isEmpty()) {
      faults.addAll(faultsWithin());
    }
    return faults;
  }

  private static List<String> unfinished(Api at, String name) {
    String state = at.get("/api/v1/audiences/" + name).text("/state");
    return state.equals("LIVE") ? List.of() : List.of(name + " is " + state);
  }

  /** What was told, from the first event on, against the model and against the service itself. */
  private List<String> faultsOfStream() {
    Told told = new Told();
    int count = 0;
    for (ConsumerRecord<String, byte[]> record : records.all()) {
      JsonNode event = JSON.readTree(record.value());
      String audience = event.get("audience").asString();
      if (audiences.contains(audience)) {
        count++;
        told.take(
            event.get("eventId").asString(),
            audience,
            event.get("userId").asString(),
            event.get("type").asString().equals("ENTERED"));
      }
    }
    transitions = count;
    List<String> faults = new ArrayList<>(told.faults());
    Span now = new Span(Client.now(), Client.now() + 1);
    for (String name : audiences) {
      Set<String> members = told.members(name);
      model
          .faultsOfList("@" + name, now, members)
          .forEach(fault -> faults.add("what was told of " + name + ": " + fault));
      if (!members.equals(new HashSet<>(client.all().get(0).users("@" + name)))) {
        faults.add("what was told of " + name + " is not what is answered");
      }
    }
    return faults;
  }

  /** MySQL against Redis, its sets against users' own tags, and both against the counts. */
  private List<String> faultsWithin() {
    long unsettled = database.sql("SELECT COUNT(*) FROM unsettled_mark").query(Long.class).single();
    if (unsettled > 0) {
      return List.of(unsettled + " changes are not settled");
    }
    try {
      agreement.check();
      return List.of();
    } catch (AssertionError different) {
      return List.of(String.valueOf(different.getMessage()));
    }
  }
}
