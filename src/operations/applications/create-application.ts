import { z } from 'zod';
import { examples } from '../../vocabulary/shape-parts.ts';
import { noBranding } from '../../domain/branding/branding.ts';
import { newImagesIn } from '../../domain/branding/images.ts';
import { firstSecretSchema, forConfidential, newApplicationSettings } from '../../domain/oauth/application-settings.ts';
import {
  requireCanHaveSecret,
  requireConsistent,
  requireMayExchange,
  requireMayUseAccountApi,
  requireTokenExchange,
} from '../../domain/oauth/application.ts';
import { usableGrantTypes } from '../../domain/oauth/grant-types.ts';
import { publicKeySet } from '../../domain/oauth/jwks.ts';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { endFrom } from '../../domain/times.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { changeBranding } from '../../store/branding.ts';
import { json, jsonOrNull } from '../../store/sql/json.ts';
import { makeSecret, requireActiveOwner } from '../../store/records/applications.ts';
import { lockServable } from '../../store/records/exchange-policy.ts';
import { addLinks } from '../../store/records/links.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { applicationOf, applicationSecretOf } from '../../store/records/shapes.ts';
import { mostResources } from '../../vocabulary/exchanges/exchange-limits.ts';
import { applicationTypes } from '../../vocabulary/resources.ts';
import { fieldFacts, secretText } from '../../vocabulary/field-facts.ts';

export const createApplication = defineOperation({
  name: 'createApplication',
  summary:
    'Create an application (an OAuth client), with roles, the API resources that it serves, and a first secret if they are given. Its id is its client_id.',
  words: { title: 'Create application', button: 'Create application', danger: null },
  permission: 'applications:write',
  recentSignIn: true,
  route: { method: 'POST', path: '/applications' },
  input: z.strictObject({
    type: z.enum(applicationTypes).describe('Kind of client. Cannot be changed.'),
    ...newApplicationSettings,
    roleIds: idsSchema('role')
      .default([])
      .register(fieldFacts, forConfidential)
      .register(examples, { example: [] })
      .describe('Roles to assign. They apply when it acts on its own behalf.'),
    servedResourceIds: z
      .array(idSchema('apiResource'))
      .max(mostResources)
      .default([])
      .register(fieldFacts, forConfidential)
      .register(examples, { example: [] })
      .describe('The APIs that it is: tokens for them are sent to it.'),
    secret: firstSecretSchema
      .nullish()
      .register(fieldFacts, forConfidential)
      .describe('The first secret of a confidential application.'),
  }),
  output: {
    application: entity('Application', 'The new application.'),
    secret: secretText
      .nullable()
      .describe('The value of the first secret, returned only in this response; null without one.'),
  },
  always: ['Application.Created'],
  sometimes: ['Application.Roles.Updated', 'Application.ServedResources.Updated', 'Application.Secrets.Updated'],
  prepare: async ({ publicUrl }, { jwks: keySet, branding }) => ({
    jwks: keySet ? await publicKeySet(keySet) : null,
    images: newImagesIn(branding),
    publicUrl,
  }),
  async run(
    { tx, actor, ids, now, emit },
    { roleIds, servedResourceIds, secret, branding: change, ...values },
    { jwks: keys, ...stored },
  ) {
    const settings = { ...values, grantTypes: values.grantTypes ?? usableGrantTypes({ type: values.type }) };
    if (settings.tokenExchangeAllowed) requireMayExchange(settings);
    if (settings.managementApiAllowed) requireTokenExchange(settings, 'managementApiAllowed');
    if (settings.impersonationAllowed) requireTokenExchange(settings, 'impersonationAllowed');
    if (settings.accountApiAllowed) requireMayUseAccountApi(settings);
    if (secret) requireCanHaveSecret(settings, 'secret');
    requireConsistent({ ...settings, jwks: keys });
    await requireActiveOwner(tx, settings.ownerId);
    await lockKeyShare(tx, 'role', roleIds, 'roleIds');
    await lockServable(tx, servedResourceIds, 'servedResourceIds');
    await assertMayGrant({ tx, actor }, { roleIds });
    if (settings.managementApiAllowed || settings.impersonationAllowed)
      await assertMayGrant({ tx, actor }, { everything: true });
    const branding = change && (await changeBranding(tx, { before: noBranding, change, now, ...stored }));
    const row = await tx.application.create({
      data: {
        ...settings,
        expiresAt: endFrom(settings.expiresAt, now, 'expiresAt'),
        customData: json(settings.customData),
        jwks: jsonOrNull(keys),
        ...(branding && { branding: json(branding) }),
        id: ids.next('application'),
      },
    });
    const application = applicationOf(row, now);
    emit('Application.Created', row.id, { application });
    const addedRoleIds = await addLinks(tx, 'applicationRoles', [row.id], roleIds);
    if (addedRoleIds.length) {
      emit('Application.Roles.Updated', row.id, { application, addedRoleIds, removedRoleIds: [] });
    }
    const addedApiResourceIds = await addLinks(tx, 'servedResources', [row.id], servedResourceIds);
    if (addedApiResourceIds.length) {
      emit('Application.ServedResources.Updated', row.id, {
        application,
        addedApiResourceIds,
        removedApiResourceIds: [],
      });
    }
    const credentials = secret ? await makeSecret({ tx, ids, now }, row.id, secret, 'secret') : null;
    if (credentials) {
      const addedSecrets = [applicationSecretOf(credentials.row)];
      emit('Application.Secrets.Updated', row.id, { application, addedSecrets, revokedSecrets: [] });
    }
    return { application: row.id, secret: credentials?.value ?? null };
  },
});
