import type { GraphQLSchema } from 'graphql';
import { bulkOperations, operations } from '../operations/index.ts';
import { lists } from '../reads/index.ts';
import { builder } from './builder.ts';
import { addLists } from './lists.ts';
import { addBulkMutations } from './bulk.ts';
import { addMutations } from './mutations.ts';
import './scalars.ts';
import { addSingleRecords } from './single-records.ts';
import './subscriptions.ts';
import './types/api-resource.ts';
import './types/application.ts';
import './types/effective-scopes.ts';
import './types/event-catalogue.ts';
import './types/event.ts';
import './types/exchange-permission.ts';
import './types/invitation.ts';
import './types/node.ts';
import './types/organization-role.ts';
import './types/organization.ts';
import './types/role.ts';
import './types/scope-holders.ts';
import './types/sign-in.ts';
import './types/signing-key.ts';
import './types/token-exchange.ts';
import './types/user.ts';
import './types/viewer.ts';
import './types/webhook-delivery.ts';
import './types/webhook-watch.ts';
import './types/webhook.ts';

builder.queryType({ description: 'What can be read. Every field needs an access token for the Management API.' });
addLists(lists);
addSingleRecords();
addMutations(operations);
addBulkMutations(bulkOperations);

/** The Management API: types/ and what they lead to, and a mutation for every operation. */
export const schema: GraphQLSchema = builder.toSchema();
