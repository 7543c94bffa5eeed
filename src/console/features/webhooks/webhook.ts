import { graphql, type ResultOf } from '../../data/graphql.ts';
import { recordContext } from '../../parts/record/record-context.ts';

export const WebhookDocument = graphql(`
  query Webhook($id: ID!) {
    webhook(id: $id) {
      id displayName version url isEnabled disabledReason failingSince pausedUntil createdAt updatedAt
      eventTypes subjectKinds organizationId excludeActorIds selection headerNames orderingTimeoutSeconds publicKeys
      deliveryStats { delivered failed retrying successRate } nextAttemptAt
      lastAttempted { id eventType lastAttempt { startedAt status failure error responseBody } attempts { number startedAt durationMs status error } }
      FAILED: deliveries(filter: { status: FAILED }, first: 1, orderBy: { field: CREATED_AT, direction: ASC }) {
        nodes { createdAt }
      }
      PENDING: deliveries(filter: { status: PENDING }, first: 1, orderBy: { field: CREATED_AT, direction: ASC }) {
        nodes { createdAt }
      }
    }
  }
`);

/** The data that all tabs of a webhook have. */
export type Webhook = NonNullable<ResultOf<typeof WebhookDocument>['webhook']>;

export const [WebhookContext, useWebhook] = recordContext<Webhook>();
