import { pageSize } from '../../reads/page.ts';
import { pageComplexity } from '../context/limits.ts';

const once = { complexity: { field: 1, multiplier: 1 } };

/**
 * Descriptions of Relay connections (https://relay.dev/graphql/connections.htm). `Node` is in graphql/types/node.ts.
 */
export const relayOptions = {
  clientMutationId: 'omit',
  cursorType: 'String',
  nodesOnConnection: { description: 'Records of this page.', ...once },
  edgesFieldOptions: { description: 'Records on this page, with their cursors.', ...once },
  cursorFieldOptions: { description: 'Cursor of the record, for `before` and `after`.' },
  pageInfoTypeOptions: { description: 'Information about a page, for pagination.' },
  hasNextPageFieldOptions: { description: 'Whether there are records after this page.' },
  hasPreviousPageFieldOptions: { description: 'Whether there are records before this page.' },
  startCursorFieldOptions: { description: 'Cursor of the first record on this page; null if the page is empty.' },
  endCursorFieldOptions: { description: 'Cursor of the last record on this page; null if the page is empty.' },
  beforeArgOptions: { description: 'Return records before this cursor; used with `last`.' },
  afterArgOptions: { description: 'Return records after this cursor; used with `first`.' },
  firstArgOptions: {
    description: `Return the first records: ${pageSize.default} by default, at most ${pageSize.max}.`,
  },
  lastArgOptions: { description: `Return the last records, at most ${pageSize.max}.` },
  defaultConnectionFieldOptions: { complexity: pageComplexity },
} as const;
