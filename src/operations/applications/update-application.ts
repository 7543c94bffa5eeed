import { z } from 'zod';
import { changedApplicationSettings } from '../../domain/oauth/application-settings.ts';
import { hasExpired, requireConsistent, requireNotBuiltIn } from '../../domain/oauth/application.ts';
import { brandingOf } from '../../domain/branding/branding.ts';
import { newImagesIn } from '../../domain/branding/images.ts';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import { usableGrantTypes } from '../../domain/oauth/grant-types.ts';
import { patched } from '../../domain/json.ts';
import { publicKeySet } from '../../domain/oauth/jwks.ts';
import { idSchema } from '../../domain/text.ts';
import { endFrom } from '../../domain/times.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity, type RunContext } from '../../kernel/operation.ts';
import { changeBranding } from '../../store/branding.ts';
import { endApplication } from '../../store/sessions/session-epochs.ts';
import { requireActiveOwner } from '../../store/records/applications.ts';
import { json, jsonOrNull } from '../../store/sql/json.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';
import { suspend } from './suspend.ts';

export const updateApplication = defineOperation({
  name: 'updateApplication',
  summary:
    'Update the settings of an application. Omitted fields keep their values; lists are replaced. Setting isThirdParty to true ends its tokens. One that has expired stays suspended when expiresAt changes.',
  words: { title: 'Edit {applicationId}', button: 'Save changes', danger: null },
  permission: 'applications:write',
  recentSignIn: ['redirectUris', 'corsOrigins', 'jwks', 'isThirdParty', 'ownerId'],
  record: 'applicationId',
  route: { method: 'PATCH', path: '/applications/:applicationId' },
  input: z.strictObject({
    applicationId: idSchema('application').describe('The application to update.'),
    ...changedApplicationSettings,
  }),
  output: { application: entity('Application', 'The updated application.') },
  always: ['Application.Data.Updated'],
  sometimes: ['Application.SuspensionStatus.Updated'],
  prepare: async ({ publicUrl }, { jwks: keySet, branding }) => ({
    jwks: keySet ? await publicKeySet(keySet) : keySet,
    images: newImagesIn(branding),
    publicUrl,
  }),
  async run(context, input, { jwks: keys, ...stored }) {
    const { tx, actor, now, emit, unchanged } = context;
    const { applicationId, customData: patch, branding: change, ...values } = input;
    const before = await lockApplication(tx, applicationId);
    requireNotBuiltIn(before);
    const customData = patch && patched(before.customData, patch, 'customData');
    const shown = brandingOf(before);
    const branding = change && (await changeBranding(tx, { before: shown, change, now, ...stored }));
    const { expiresAt: end } = values;
    const expiresAt = end == null ? end : new Date(end);
    const all = { ...values, expiresAt, jwks: keys, customData, branding };
    const changes = changesTo({ ...before, branding: shown }, all);
    const changed = Object.keys(changes);
    if (!changed.length) return unchanged({ application: applicationId });
    requireConsistent({ ...before, grantTypes: usableGrantTypes(before), ...changes });
    if (changes.ownerId !== undefined) await changeOwner(context, before, changes.ownerId);
    if (changes.expiresAt !== undefined) await changeEnd(context, before, end);
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
      application: applicationOf(application, now),
      ...changeOf(applicationOf(before, now), changed),
      sessionEpoch,
    });
    return { application: applicationId };
  },
});

type Context = RunContext<'Application.SuspensionStatus.Updated'>;
type Before = Awaited<ReturnType<typeof lockApplication>>;

async function changeOwner(context: Context, before: Before, ownerId: string | null): Promise<void> {
  await requireActiveOwner(context.tx, ownerId);
  // While its owner is not active, it has no permission: another one gives it all of them.
  if (before.managementApiAllowed) await assertMayGrant(context, { everything: true });
}

/** One that has expired is suspended before, if maintenance has not done it: it must be reactivated. */
async function changeEnd(context: Context, before: Before, end: string | null | undefined): Promise<void> {
  endFrom(end, context.now, 'expiresAt');
  if (before.suspendedAt === null && hasExpired(before, context.now)) await suspend(context, before.id);
}
