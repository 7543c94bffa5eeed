import { pageSize } from '../../reads/page.ts';
import { pageComplexity } from '../request/limits.ts';

const once = { complexity: { field: 1, multiplier: 1 } };

/** Relay's connections (https://relay.dev/graphql/connections.htm) in our words. Its nodes are in types/node.ts. */
export const relayOptions = {
  clientMutationId: 'omit',
  cursorType: 'String',
  nodesOnConnection: { description: 'The records of this page.', ...once },
  edgesFieldOptions: { description: 'The records of this page, each with its cursor.', ...once },
  nodeFieldOptions: { description: 'The record.' },
  cursorFieldOptions: { description: 'Names this place in the list, for `before` and `after`.' },
  pageInfoFieldOptions: { description: 'Whether there are further pages, and how to ask for them.' },
  pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
  hasNextPageFieldOptions: { description: 'Whether there are records after this page.' },
  hasPreviousPageFieldOptions: { description: 'Whether there are records before this page.' },
  startCursorFieldOptions: { description: 'Cursor of the first record of this page; null when there is none.' },
  endCursorFieldOptions: { description: 'Cursor of the last record of this page; null when there is none.' },
  beforeArgOptions: { description: 'Cursor of the record that the page ends before; together with `last`.' },
  afterArgOptions: { description: 'Cursor of the record that the page begins after; together with `first`.' },
  firstArgOptions: {
    description: `Size of a page read forwards: ${pageSize.usual} by default, at most ${pageSize.most}.`,
  },
  lastArgOptions: { description: `Size of a page read backwards, at most ${pageSize.most}.` },
  defaultConnectionTypeOptions: { description: 'One page of a list.' },
  defaultEdgeTypeOptions: { description: 'A record and its place in the list.' },
  defaultConnectionFieldOptions: { complexity: pageComplexity },
} as const;
