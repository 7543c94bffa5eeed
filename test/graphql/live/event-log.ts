import type { Api, Data } from '../api.ts';

const events = `query ($after: String) {
  events(first: 100, after: $after) {
    nodes { id type typeName timestamp data actor { kind id } cause { operation requestId channel } subject { kind id } }
    pageInfo { endCursor }
  }
}`;

/** The last cursor of the event log, for `eventsAfter`. */
export async function now(api: Api): Promise<string | null> {
  return (await api.ask('{ events(last: 1) { pageInfo { endCursor } } }')).events.pageInfo.endCursor;
}

/** The events after that cursor, from `query { events }`. */
export const eventsAfter = async (api: Api, after: string | null): Promise<Data> =>
  (await api.ask(events, { after })).events;
