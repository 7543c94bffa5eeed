import { describe, expect, it } from 'vitest';
import { dataSchema, eventCatalog } from '../../src/vocabulary/catalog/event-schemas.ts';
import { eventTypes, events } from '../../src/vocabulary/events.ts';
import { breaks } from '../../tools/events/compatibility.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Data = any;
type Schema = Record<string, Data>;

describe('the published catalog', () => {
  const { $defs, oneOf }: Schema = eventCatalog();

  it('describes every event type and each of its members', () => {
    expect(oneOf).toEqual(eventTypes.map((type) => ({ $ref: `#/$defs/${type}` })));
    for (const type of eventTypes) {
      expect($defs[type].description).toMatch(/\.$/);
      const undescribed = Object.entries<Data>($defs[type].properties.data.properties).filter(
        ([, member]) => !member.description,
      );
      expect(undescribed.map(([name]) => `${type}.${name}`)).toEqual([]);
    }
  });

  it('names the kind of the subject for every type', () => {
    for (const type of eventTypes)
      expect($defs[type].properties.subject.properties.kind).toEqual({ const: events[type].subject });
  });

  it('has no dangling references', () => {
    const references = JSON.stringify($defs).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g);
    for (const [, name] of references) expect($defs).toHaveProperty([String(name)]);
  });

  it('permits additional members, in the whole and in the schema of one type', () => {
    expect(JSON.stringify($defs)).not.toContain('"additionalProperties":false');
    expect(dataSchema('User.Created')).toMatchObject({ required: ['user', 'roleIds'] });
  });
});

describe('a new version of the catalog', () => {
  const before = (): Schema => structuredClone(eventCatalog());
  const after = (change: (defs: Schema) => void) => {
    const changed = before();
    change(changed.$defs);
    return breaks(before(), changed);
  };

  it('can add event types, members, values, and change descriptions', () => {
    const gains = after(($defs) => {
      $defs['User.Renamed'] = {};
      $defs['User.Created'].properties.data.properties.extra = { type: 'string' };
      $defs['User.Created'].properties.data.required.push('extra');
      $defs['User.Created'].description = 'Another sentence.';
      $defs.EventCause.properties.channel.enum.push('cli');
    });
    expect(gains).toEqual([]);
  });

  it.each<[string, (defs: Schema) => void, string]>([
    ['an event type', ($defs) => delete $defs['User.Created'], 'User.Created is missing'],
    [
      'a member',
      ($defs) => delete $defs['User.Created'].properties.data.properties.roleIds,
      'User.Created.properties.data.properties.roleIds is missing',
    ],
    [
      'that a member is always there',
      ($defs) => $defs.UserSnapshot.required.shift(),
      'UserSnapshot.required has lost id',
    ],
    [
      'the type of a member',
      ($defs) => Object.assign($defs.UserSnapshot.properties.isSuspended, { type: 'string' }),
      'UserSnapshot.properties.isSuspended.type has changed',
    ],
    [
      'a value of an enum',
      ($defs) => $defs.EventActor.properties.kind.enum.pop(),
      'EventActor.properties.kind.enum has lost visitor',
    ],
  ])('cannot remove %s', (_what, change, sentence) => {
    expect(after(change)).toEqual([sentence]);
  });

  it('cannot remove a member that is named like a keyword of JSON Schema', () => {
    expect(after(($defs) => delete $defs.RoleSnapshot.properties.description)).toEqual([
      'RoleSnapshot.properties.description is missing',
    ]);
  });
});
