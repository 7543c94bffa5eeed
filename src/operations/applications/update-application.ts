import { z } from 'zod';
import { changedApplicationSettings } from '../../domain/oauth/application-settings.ts';
import { requireConsistent, requireNotBuiltIn } from '../../domain/oauth/application.ts';
import { brandingOf } from '../../domain/branding/branding.ts';
import { newImagesIn } from '../../domain/branding/images.ts';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import { usableGrantTypes } from '../../domain/oauth/grant-types.ts';
import { patched } from '../../domain/json.ts';
import { publicKeySet } from '../../domain/oauth/jwks.ts';
import { idSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { changeBranding } from '../../store/branding.ts';
import { endApplication } from '../../store/sessions/session-epochs.ts';
import { json, jsonOrNull } from '../../store/sql/json.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';

export const updateApplication = defineOperation({
  name: 'updateApplication',
  summary:
    'Update the settings of an application. Omitted fields keep their values; lists are replaced. Setting isThirdParty to true ends its tokens.',
  words: { title: 'Edit {applicationId}', button: 'Save changes', danger: null },
  permission: 'applications:write',
  recentSignIn: ['redirectUris', 'corsOrigins', 'jwks', 'isThirdParty'],
  record: 'applicationId',
  route: { method: 'PATCH', path: '/applications/:applicationId' },
  input: z.strictObject({
    applicationId: idSchema('application').describe('The application to update.'),
    ...changedApplicationSettings,
  }),
  output: { application: entity('Application', 'The updated application.') },
  always: ['Application.Data.Updated'],
  prepare: async ({ publicUrl }, { jwks: keySet, branding }) => ({
    jwks: keySet ? await publicKeySet(keySet) : keySet,
    images: newImagesIn(branding),
    publicUrl,
  }),
  async run({ tx, actor, now, emit, unchanged }, input, { jwks: keys, ...stored }) {
    const { applicationId, customData: patch, branding: change, ...values } = input;
    const before = await lockApplication(tx, applicationId);
    requireNotBuiltIn(before);
    const customData = patch && patched(before.customData, patch, 'customData');
    const shown = brandingOf(before);
    const branding = change && (await changeBranding(tx, { before: shown, change, now, ...stored }));
    const changes = changesTo({ ...before, branding: shown }, { ...values, jwks: keys, customData, branding });
    const changed = Object.keys(changes);
    if (!changed.length) return unchanged({ application: applicationId });
    requireConsistent({ ...before, grantTypes: usableGrantTypes(before), ...changes });
    const { jwks: newKeys, customData: newData, branding: newBranding, ...plain } = changes;
    if (newKeys !== undefined) await assertMayGrant({ tx, actor }, { holderId: applicationId });
    const application = await tx.application.update({
      where: { id: applicationId },
      data: {
        ...plain,
        ...(newKeys !== undefined && { jwks: jsonOrNull(newKeys) }),
        ...(newData && { customData: json(newData) }),
        ...(newBranding && { branding: json(newBranding) }),
      },
    });
    // Users never consented to the grants of a first-party application.
    const sessionEpoch = changes.isThirdParty ? (await endApplication(tx, applicationId)).sessionEpoch : null;
    emit('Application.Data.Updated', applicationId, {
      application: applicationOf(application),
      ...changeOf(applicationOf(before), changed),
      sessionEpoch,
    });
    return { application: applicationId };
  },
});
