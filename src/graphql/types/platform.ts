import { day } from '../../domain/durations.ts';
import { pageSize } from '../../reads/page.ts';
import { retention } from '../../store/retention.ts';
import type { PlatformInfo } from '../context/context.ts';
import * as limits from '../context/limits.ts';
import { builder } from '../schema/builder.ts';

const days = (time: number): number => time / day;

const Retention = builder.objectRef<typeof retention>('PlatformRetention').implement({
  description: 'Days for which the platform keeps data that it removes by itself.',
  fields: (t) => ({
    events: t.int({
      description: 'Events, with failed and pending deliveries.',
      resolve: ({ events }) => days(events),
    }),
    delivered: t.int({ description: 'Deliveries that succeeded.', resolve: ({ delivered }) => days(delivered) }),
    messages: t.int({ description: 'Mails and SMS that ended.', resolve: ({ messages }) => days(messages) }),
  }),
});

const Limits = builder.objectRef<typeof limits>('PlatformLimits').implement({
  description: 'Limits of requests to this API. What exceeds them is refused.',
  fields: (t) => ({
    tokens: t.int({ description: 'Lexical tokens of a document.', resolve: ({ tokenLimit }) => tokenLimit }),
    aliases: t.int({
      description: 'Aliases in a document; those of a fragment count each time it is spread.',
      resolve: ({ aliasLimit }) => aliasLimit,
    }),
    depth: t.int({ description: 'Nesting of fields.', resolve: ({ depthLimit }) => depthLimit }),
    fields: t.int({
      description: 'Estimated fields of a response: one for each field, times the size of each page or list above.',
      resolve: ({ fieldLimit }) => fieldLimit,
    }),
    operations: t.int({
      description: 'Operations in one HTTP request.',
      resolve: ({ batchLimit }) => batchLimit,
    }),
    bodyBytes: t.int({ description: 'Bytes of a request body.', resolve: ({ bodyLimit }) => bodyLimit }),
    pageSize: t.int({ description: 'Records on a page.', resolve: () => pageSize.max }),
    nodeLookups: t.int({ description: 'Ids of one `nodes`.', resolve: ({ nodesLimit }) => nodesLimit }),
    subscriptions: t.int({
      description: 'Operations in progress on one WebSocket.',
      resolve: ({ socketLimits }) => socketLimits.subscriptions,
    }),
  }),
});

const Platform = builder.objectRef<PlatformInfo>('Platform').implement({
  description: 'This installation of the platform.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Version of the platform.' }),
    issuer: t.exposeString('issuer', { description: 'The issuer: the claim `iss` of its tokens.' }),
    environment: t.exposeString('environment', {
      nullable: true,
      description: 'Name of the installation, such as `Staging`: the setting `ENVIRONMENT_NAME`. Null if not set.',
    }),
    contact: t.exposeString('contact', {
      nullable: true,
      description:
        'Whom people ask who lack a permission, an email address or a URL: the setting `ADMINISTRATOR_CONTACT`. Null if not set.',
    }),
    retention: t.field({ type: Retention, description: 'How long data is kept.', resolve: () => retention }),
    limits: t.field({ type: Limits, description: 'Limits of requests.', resolve: () => limits }),
  }),
});

builder.queryField('platform', (t) =>
  t.field({
    type: Platform,
    nullable: true,
    authScopes: { signedIn: true },
    description: 'This installation: version, name and limits. Requires an access token, but no permission.',
    resolve: (_root, _args, { platform }) => platform,
  }),
);
