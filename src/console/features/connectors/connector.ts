import { graphql, type ResultOf } from '../../data/graphql.ts';
import { recordContext } from '../../parts/record/record-context.ts';

export const ConnectorDocument = graphql(`
  query Connector($id: ID!) {
    connector(id: $id) {
      id displayName version kind driver isEnabled lastSucceededAt lastFailedAt lastError secretNames createdAt
      smtp { host port security senderAddress senderName username }
      http { url format preset sender username }
    }
  }
`);

/** The data that all tabs of a connector have. */
export type Connector = NonNullable<ResultOf<typeof ConnectorDocument>['connector']>;

export const [ConnectorContext, useConnector] = recordContext<Connector>();
