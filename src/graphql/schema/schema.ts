import { type GraphQLSchema, specifiedDirectives } from 'graphql';
import { bulkOperations, exposedOperations } from '../../operations/index.ts';
import { lists } from '../../reads/index.ts';
import { atomic } from './atomic.ts';
import { builder } from './builder.ts';
import { addLists } from './lists.ts';
import { addBulkMutations } from './bulk.ts';
import { addMutations } from './mutations.ts';
import './scalars.ts';
import { semanticNonNull } from './semantic-non-null.ts';
import { addSingleRecords } from './single-records.ts';
import '../live/subscriptions.ts';
import '../types/api-resource.ts';
import '../types/application.ts';
import '../types/connector.ts';
import '../types/effective-scopes.ts';
import '../types/event-catalogue.ts';
import '../types/event.ts';
import '../types/event-types.ts';
import '../types/exchange-permission.ts';
import '../types/factor.ts';
import '../types/invitation.ts';
import '../types/node.ts';
import '../types/one-time-token.ts';
import '../types/operation-catalogue.ts';
import '../types/organization-domain.ts';
import '../types/organization-role.ts';
import '../types/organization.ts';
import '../types/platform.ts';
import '../types/role.ts';
import '../types/scope-roles.ts';
import '../types/search.ts';
import '../types/sign-in.ts';
import '../types/signing-key.ts';
import '../types/exchange-totals.ts';
import '../types/figures.ts';
import '../types/token-exchange.ts';
import '../types/user.ts';
import '../types/viewer.ts';
import '../types/webhook-attempt.ts';
import '../types/webhook-delivery.ts';
import '../types/device.ts';
import '../types/lock.ts';
import '../types/message.ts';
import '../types/sign-in-attempt.ts';
import '../types/sign-in-experience.ts';
import '../types/sign-in-explanation.ts';
import '../types/delivery-subscription.ts';
import '../types/webhook.ts';

addLists(lists);
addSingleRecords();
addMutations(exposedOperations);
addBulkMutations(bulkOperations);

/** The schema of the Management API. */
export const schema: GraphQLSchema = builder.toSchema({
  directives: [...specifiedDirectives, semanticNonNull, atomic],
});
