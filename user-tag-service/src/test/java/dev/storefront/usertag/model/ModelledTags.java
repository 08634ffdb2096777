package dev.storefront.usertag.model;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.usertag.Api;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.model.TagModel.Change;
import dev.storefront.usertag.standing.AudienceRecords;
import dev.storefront.usertag.tagging.Agreement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The service, a model, and those who use the one and tell the other. There are no other users: a
 * class has a namespace of its own.
 */
abstract class ModelledTags extends ServiceTest {

  private static final List<Audience> EXPRESSIONS =
      List.of(
          new Audience(
              "m-a AND m-b",
              List.of("m-a", "m-b"),
              has -> has.contains("m-a") && has.contains("m-b")),
          new Audience(
              "m-a OR m-event OR m-file",
              List.of("m-a", "m-event", "m-file"),
              has -> has.contains("m-a") || has.contains("m-event") || has.contains("m-file")),
          new Audience(
              "(m-b OR m-gone) AND NOT m-a",
              List.of("m-b", "m-gone", "m-a"),
              has -> (has.contains("m-b") || has.contains("m-gone")) && !has.contains("m-a")));

  @Autowired EventPublisher events;
  @Autowired AudienceRecords records;
  @Autowired Agreement agreement;
  @Autowired JdbcClient database;
  @Autowired Environment environment;

  TagModel model;
  Client client;
  Actors actors;
  Questions questions;
  Quiet quiet;

  /** Makes tags and audiences. */
  void begin() {
    model = new TagModel();
    client = new Client(this::instances, model);
    actors = new Actors(client, model, events, usersOfFiles());
    Map<String, Audience> standing = standing();
    actors.prepare(standing);
    List<String> names = new ArrayList<>(standing.keySet());
    names.add(Actors.EDITED);
    questions = new Questions(client, model, texts(names));
    quiet = new Quiet(client, model, questions, records, agreement, database, names);
  }

  List<Api> instances() {
    return List.of(new Api(port));
  }

  /** Of how many users an import takes some. */
  int usersOfFiles() {
    return 32;
  }

  Round round(long seed) {
    return new Round(model, actors, questions, quiet, seed);
  }

  /** Also of one in another, with NOT, and with the tag that is deleted. */
  private static Map<String, Audience> standing() {
    Map<String, Audience> standing = new LinkedHashMap<>();
    standing.put(
        "m-some",
        new Audience(
            "m-a OR m-b",
            List.of("m-a", "m-b"),
            has -> has.contains("m-a") || has.contains("m-b")));
    standing.put(
        "m-not",
        new Audience(
            "NOT (m-c OR m-file)",
            List.of("m-c", "m-file"),
            has -> !has.contains("m-c") && !has.contains("m-file")));
    standing.put(
        "m-was",
        new Audience(
            "m-gone OR m-event",
            List.of("m-gone", "m-event"),
            has -> has.contains("m-gone") || has.contains("m-event")));
    standing.put(
        "m-inner",
        new Audience(
            "@m-some AND NOT m-c",
            List.of("m-a", "m-b", "m-c"),
            has -> (has.contains("m-a") || has.contains("m-b")) && !has.contains("m-c")));
    return standing;
  }

  private List<String> texts(List<String> names) {
    List<Audience> expressions = new ArrayList<>(EXPRESSIONS);
    Actors.TAGS.forEach(tag -> expressions.add(Audience.of(tag)));
    expressions.add(Audience.of(Actors.GONE));
    List<String> texts = new ArrayList<>();
    for (Audience each : expressions) {
      Change meaning = model.define(each.expression(), each, Client.now());
      model.done(meaning, Client.now());
      texts.add(each.expression());
    }
    names.forEach(name -> texts.add("@" + name));
    return texts;
  }
}
