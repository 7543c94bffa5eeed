/** Whether a webhook ("webhooks" as w) asks for an event ("events" as e): the one place that says so. */
export const webhookAsksFor = `
  (cardinality(w.event_types) = 0 OR e.type = ANY(w.event_types))
  AND (cardinality(w.subject_kinds) = 0 OR e.subject_kind = ANY(w.subject_kinds))
  AND (w.organization_id IS NULL OR e.organization_id = w.organization_id)
  AND NOT coalesce(e.actor->>'id', '') = ANY(w.exclude_actor_ids)`;

/** What an event is about, as one text: events with the same reach a webhook one after the other. */
export const subjectKeyOf = `e.subject_kind || ':' || e.subject_id`;
