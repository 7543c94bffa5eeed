import { z } from 'zod';
import { field } from '../../vocabulary/shape-parts.ts';
import { changesTo } from '../../domain/events/changes.ts';
import { jsonObjectSchema, patched } from '../../domain/json.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { json } from '../../store/sql/json.ts';
import { ensurePreferences, preferencesOf } from '../../store/records/preferences.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';
import { preferencesShape } from '../../vocabulary/records/viewer-shapes.ts';

export const updateMyPreferences = defineOperation({
  name: 'updateMyPreferences',
  summary:
    'Update the preferences of the caller, such as saved views, with a JSON merge patch (RFC 7396). No other caller can read them.',
  words: {
    title: 'Edit your preferences',
    button: 'Save preferences',
    note: 'Nobody else can read them.',
    danger: null,
  },
  permission: 'self',
  record: 'userPreferencesId',
  findRecord: async (tx, _input, { id }) => {
    if (id !== null) await ensurePreferences(tx, id);
    return id ?? undefined;
  },
  route: { method: 'PATCH', path: '/me/preferences' },
  input: z.strictObject({
    document: field(jsonObjectSchema, 'The merge patch: values replace, null removes, objects are merged.', {
      language: 'en',
    }),
  }),
  output: preferencesShape.shape,
  always: ['User.Preferences.Updated'],
  async run({ tx, actor, emit, unchanged }, { document: patch }) {
    const id = actor.id ?? '';
    const user = await lockUser(tx, id);
    const before = await preferencesOf(tx, id);
    const document = patched(before.document, patch, 'document');
    if (!Object.keys(changesTo(before, { document })).length) return unchanged(before);
    await tx.userPreferences.update({ where: { id }, data: { document: json(document) } });
    emit('User.Preferences.Updated', id, { user: userOf(user) });
    return { document, version: before.version + 1 };
  },
});
