import { describe, expect, test } from 'vitest';
import { isId } from '../../src/platform/ids/ids.ts';
import { idKinds } from '../../src/vocabulary/kinds.ts';
import { sampleOf } from '../../src/vocabulary/catalog/event-samples.ts';
import { events, eventTypes } from '../../src/vocabulary/events.ts';

/** Every string below a value, with its path. */
const textsIn = (value: unknown, path: string): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, part]) => textsIn(part, `${path}.${name}`))
      : [];

describe.each(eventTypes)('the example of %s', (type) => {
  const { subjectId, organizationId, data } = sampleOf(type);
  const record = (data as Record<string, Record<string, unknown>>)[events[type].subject];

  test('matches the schema of its type', () => {
    expect(events[type].data.parse(data)).toEqual(data);
    expect(isId(events[type].subject, subjectId)).toBe(true);
    expect(organizationId === null || isId('organization', organizationId)).toBe(true);
  });

  test('is about its subject, with ids of the kind that their names indicate', () => {
    if (typeof record === 'object') expect(record['id']).toBe(subjectId);
    const idsOf = (named: RegExp): string[] =>
      textsIn(data, '').flatMap(([path, text]) => (named.test(path) ? [text] : []));
    // The ids of sessions and grants are those of the issuer; those of clients, teams and keys those of identity
    // providers.
    expect(
      idsOf(/(\.id|(?<!ession|rant|client|team|key)Id|(?<!rant)Ids\.\d+)$/).filter(
        (id) => !idKinds.some((kind) => isId(kind, id)),
      ),
    ).toEqual([]);
    expect(idsOf(/userIds?(\.\d+)?$/i).filter((id) => !isId('user', id))).toEqual([]);
    expect(idsOf(/roleIds?(\.\d+)?$/i).filter((id) => !isId('role', id) && !isId('organizationRole', id))).toEqual([]);
    expect(idsOf(/organizationRoleIds?(\.\d+)?$/i).filter((id) => !isId('organizationRole', id))).toEqual([]);
  });

  test('has no empty text, and names a changed field', () => {
    expect(textsIn(data, '').filter(([, text]) => text === '')).toEqual([]);
    const changed = 'changed' in data ? data.changed : [];
    for (const name of changed) expect(record).toHaveProperty(name);
  });
});

test('the examples of suspensions and of a disabled webhook have the corresponding fields', () => {
  expect(sampleOf('User.SuspensionStatus.Updated').data.user).toMatchObject({
    isSuspended: true,
    suspendedAt: expect.any(String),
  });
  expect(sampleOf('User.Created').data.user).toMatchObject({ isSuspended: false, suspendedAt: null });
  expect(sampleOf('Webhook.Disabled').data.webhook).toMatchObject({ isEnabled: false, disabledReason: 'requested' });
});
