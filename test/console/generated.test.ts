import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { EventTypeName } from '../../src/console/data/event-facts.ts';
import type { OperationName } from '../../src/console/data/needs.ts';
import { bulkOperations, exposedOperations } from '../../src/operations/index.ts';
import { define } from '../../src/vocabulary/event-parts.ts';
import { events } from '../../src/vocabulary/events.ts';
import { describeEvents } from '../../tools/console/events.ts';
import { generatedTexts } from '../../tools/console/generate.ts';
import { describeNeeds, describeOperations } from '../../tools/console/operations.ts';
import { describePickers } from '../../tools/console/pickers.ts';

const text = readFileSync('schema.graphql', 'utf8');
const schema = buildSchema(text);
const { operations, inputs, enums } = describeOperations(schema);
const described = Object.entries(operations);
const namesOf = (isMeant: (operation: (typeof described)[number][1]) => boolean): string[] =>
  described.flatMap(([name, operation]) => (isMeant(operation) ? [name] : []));
const fields = Object.entries(inputs).flatMap(([type, members]) =>
  members.map((field) => ({ ...field, path: `${type}.${field.name}` })),
);

describe('what the console is generated from', () => {
  it('is no sentence: without descriptions of the schema it is the same', () => {
    const bare = buildSchema(text.replaceAll(/"""[^]*?"""/g, ''));
    const withoutTexts = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === 'description' ? undefined : part)));
    expect(withoutTexts(describeOperations(bare))).toEqual(withoutTexts({ operations, inputs, enums }));
    expect(describeNeeds(bare)).toEqual(describeNeeds(schema));
  });

  it('has every operation: a mutation with another name is refused', () => {
    const renamed = buildSchema(text.replace(/^ {2}setUserSuspended\(/m, '  suspendUser('));
    expect(() => describeOperations(renamed)).toThrow('schema.graphql has the mutation suspendUser');
    expect(Object.keys(operations)).toEqual(
      [...exposedOperations, ...bulkOperations].map(({ name }) => name).toSorted(),
    );
  });

  it('is what the build has written', () => {
    const texts = generatedTexts();
    const differing = Object.keys(texts).filter(
      (name) => readFileSync(`src/console/generated/${name}`, 'utf8') !== texts[name],
    );
    expect(differing).toEqual([]);
  });

  it('has names that the compiler knows', () => {
    // @ts-expect-error This is no operation.
    const operation: OperationName = 'setUserSuspend';
    // @ts-expect-error This is no type of event.
    const type: EventTypeName = 'User.Suspended';
    // @ts-expect-error The event does not state whose access it affects.
    const entry = () => define('mutation', 'user', 'A user was seen.', {});
    expect([operation, type, entry]).toHaveLength(3);
  });
});

describe('the permission that a mutation requires', () => {
  const needs = describeNeeds(schema);
  it.each(exposedOperations.map((operation) => [operation.name, operation] as const))(
    '%s is that of its declaration',
    (name, { permission, organization }) => {
      expect(needs[name]).toEqual({
        permission: permission === 'self' ? null : permission,
        ...(organization ? { isPossibleInOrganization: true } : {}),
      });
    },
  );

  it.each(bulkOperations.map(({ name, operation }) => [name, operation.name] as const))(
    '%s is that of %s',
    (name, one) => {
      expect(needs[name]).toEqual(needs[one]);
    },
  );
});

describe('the form of an input', () => {
  it('hides what is typed where that is a secret', () => {
    expect(fields.filter(({ widget }) => widget === 'password').map(({ path }) => path)).toEqual([
      'ConnectorSecretsInput.password',
      'ConnectorSecretsInput.signingSecret',
      'IdentityProviderSecretsInput.clientSecret',
      'CreateUserInput.password',
      'SetUserPasswordInput.password',
    ]);
  });

  it('keeps secrets out of copies', () => {
    expect(fields.filter(({ isSecret }) => isSecret).map(({ path }) => path)).toEqual([
      'CreateConnectorInput.secrets',
      'ConnectorSecretsInput.headers',
      'CreateIdentityProviderInput.secrets',
      'CreateUserInput.password',
      'CreateUserInput.passwordHash',
      'CreateWebhookInput.headers',
      'SetUserPasswordInput.password',
      'UpdateConnectorInput.secrets',
      'UpdateIdentityProviderInput.secrets',
      'UpdateWebhookInput.headers',
    ]);
  });

  it('shows a field of a job with the operations that take it', () => {
    const ofJob = fields.filter(({ path, onlyWith }) => path.startsWith('StartJobInput.') && onlyWith);
    expect(ofJob.map(({ name, onlyWith, description }) => [name, onlyWith?.values, description])).toEqual([
      ['roleIds', ['ASSIGN_USER_ROLES'], 'The roles to assign. Existing ones are kept.'],
      ['roleId', ['REMOVE_USER_ROLE'], 'The role to remove.'],
      ['isSuspended', ['SET_USER_SUSPENDED'], 'True to suspend users, false to reactivate them.'],
      [
        'organizationId',
        ['REMOVE_ORGANIZATION_MEMBER', 'SET_ORGANIZATION_MEMBER'],
        'The organization that users join or leave.',
      ],
      [
        'organizationRoleIds',
        ['SET_ORGANIZATION_MEMBER'],
        'The new organization roles of the members; none if omitted.',
      ],
    ]);
  });

  it('depends on fields and values that the same form has, one around it, or the record', () => {
    const dependent = Object.values(inputs).flatMap((members) =>
      members.flatMap(({ onlyWith }) => (onlyWith ? [{ members, ...onlyWith }] : [])),
    );
    expect(dependent.length).toBeGreaterThan(10);
    for (const { members, field, values } of dependent) {
      const conditions = [...members, ...fields].filter(({ name }) => name === field);
      const known = conditions.map(({ type }) => enums[type]?.map(({ value }) => value) ?? []);
      expect(known.filter((names) => values.every((value) => names.includes(value)))).not.toEqual([]);
      expect(values).not.toEqual([]);
    }
  });

  it('takes an empty list where it replaces one', () => {
    const emptied = fields.filter(({ mayBeEmpty }) => mayBeEmpty).map(({ path }) => path);
    expect(emptied).toHaveLength(10);
    expect(emptied).toContain('ReplaceRoleScopesInput.scopeIds');
    expect(emptied).not.toContain('AddRoleScopesInput.scopeIds');
  });
});

describe('what is shown of a change', () => {
  it('is each secret that is returned once', () => {
    expect(
      Object.fromEntries(described.flatMap(([name, { secrets }]) => (secrets.length ? [[name, secrets]] : []))),
    ).toEqual({
      addApplicationSecret: ['secret'],
      createApplication: ['secret'],
      replaceApplicationSecret: ['secret'],
      createOneTimeToken: ['link', 'token'],
      createSubjectToken: ['subjectToken'],
      createOrganizationInvitation: ['link'],
      createWebhook: ['secret'],
      resendOrganizationInvitation: ['link'],
      rotateWebhookSecret: ['secret'],
    });
  });

  it('is each number of what would be changed', () => {
    expect(namesOf(({ counts }) => counts.includes('deliveryCount'))).toEqual([
      'backfillWebhook',
      'redeliverFailedSince',
      'redeliverMissingSince',
    ]);
  });

  it('is the record whose version is compared', () => {
    expect(operations.deleteScope.subject).toMatchObject({ field: 'scopeId' });
    expect(operations.createScope.subject).toMatchObject({ field: 'apiResourceId' });
    const versioned = exposedOperations.filter(({ record }) => record && record !== 'userPreferencesId');
    const fieldOf = (name: string) => operations[name as OperationName].subject?.field;
    expect(versioned.length).toBeGreaterThan(50);
    expect(versioned.filter(({ name, record }) => fieldOf(name) !== record).map(({ name }) => name)).toEqual([]);
  });

  it('is the access of those whom it names, if it changes what they are granted', () => {
    const changing = namesOf(({ changesGrants }) => changesGrants);
    expect(changing).toEqual(expect.arrayContaining(['assignUserRoles', 'setOrganizationMember', 'deleteUsers']));
    expect(changing).not.toContain('setUserPassword');
    expect(changing).not.toContain('updateRole');
  });

  it('is the page of a new record, or the list of a deleted one', () => {
    expect(namesOf(({ lifecycle }) => lifecycle === 'created')).toEqual(
      [...exposedOperations, ...bulkOperations]
        .map(({ name }) => name)
        // A trial sign-in and a subject token are no records with a page.
        .filter((name) => /^(create|start)/.test(name) && !/^start.*Trial$|SubjectToken$/.test(name))
        .toSorted(),
    );
    expect(namesOf(({ lifecycle }) => lifecycle === 'deleted')).toEqual(
      [...exposedOperations, ...bulkOperations]
        .map(({ name }) => name)
        .filter((name) => name.startsWith('delete'))
        .toSorted(),
    );
  });
});

describe('the inverse of a change', () => {
  const inverses = exposedOperations.flatMap((operation) =>
    operation.inverse ? [[operation.name, operation] as const] : [],
  );

  it.each(inverses)('%s has fields and lists that exist', (name, { inverse, always, record }) => {
    const lists = inverse && ('list' in inverse ? [inverse.added, inverse.removed] : [inverse.ids]);
    for (const list of lists ?? [])
      expect(always.flatMap((type) => Object.keys(events[type].data.shape))).toContain(list);
    const { operation, field } =
      inverse && 'list' in inverse
        ? { operation: name, field: inverse.list }
        : (inverse ?? { operation: '', field: '' });
    const taken = inputs[operations[operation as OperationName].input]?.map((member) => member.name) ?? [];
    expect(taken).toContain(record);
    expect(
      taken.includes('items') ? inputs['RemoveOrganizationMembersItem']?.map((member) => member.name) : taken,
    ).toContain(field);
  });
});

describe('the inverse of a bulk operation', () => {
  const ofItems = (operation: OperationName) => operations[operation].inverse;

  it('is that of each item, or the opposite of a switch, for the users that its events are about', () => {
    const ofRoles = { item: 'userId', events: ['User.Roles.Updated'] };
    expect(ofItems('assignUsersRoles')).toEqual({
      ...ofRoles,
      operation: 'removeUsersRole',
      field: 'roleId',
      takes: 'one',
      ids: 'addedRoleIds',
    });
    expect(ofItems('removeUsersRole')).toEqual({
      ...ofRoles,
      operation: 'assignUsersRoles',
      field: 'roleIds',
      takes: 'list',
      ids: 'removedRoleIds',
    });
    expect(ofItems('setUsersSuspended')).toEqual({
      operation: 'setUsersSuspended',
      item: 'userId',
      events: ['User.SuspensionStatus.Updated'],
      field: 'isSuspended',
      takes: 'opposite',
    });
  });

  it('is none for all others', () => {
    const taken = bulkOperations.filter(({ name }) => ofItems(name as OperationName)).map(({ name }) => name);
    expect(taken).toHaveLength(3);
  });
});

describe('what forms choose records by', () => {
  it('is the kind that the field of the input has, whatever its name is', () => {
    const kindOf = (path: string) => fields.find((field) => field.path === path)?.kind;
    expect(kindOf('CreateOrganizationInvitationInput.inviterId')).toBe('user');
    expect(kindOf('AssignUserRolesInput.roleIds')).toBe('role');
    expect(kindOf('RedeliverFailedSinceInput.subjectId')).toBeUndefined();
    expect(kindOf('EndUserSessionInput.sessionId')).toBeUndefined();
  });

  it('is a list that is searched, with the permission to read it', () => {
    const { kinds, filters } = describePickers();
    expect(kinds['organizationRole']).toEqual({
      list: 'organizationRoles',
      type: 'OrganizationRole',
      permission: 'organization-roles:read',
      isPossibleInOrganization: true,
    });
    expect(kinds['role']).toEqual({ list: 'roles', type: 'Role', permission: 'roles:read' });
    expect(kinds).not.toHaveProperty('event');
    expect(filters).toMatchObject({
      roleId: 'role',
      organizationScopeId: 'organizationScope',
      connectorId: 'connector',
      identityProviderId: 'identityProvider',
    });
  });
});

it('events show their record, whether it begins, changes or ends, and whether they change who holds roles', () => {
  const facts = describeEvents();
  expect(facts['User.Created']).toEqual({ subject: 'user', lifecycle: 'created' });
  expect(facts['Job.Started']).toEqual({ subject: 'job', lifecycle: 'created' });
  expect(facts['Organization.Deleted']).toEqual({
    subject: 'organization',
    lifecycle: 'deleted',
    changesHolders: true,
  });
  expect(facts['User.Roles.Updated']).toEqual({ subject: 'user', changesHolders: true });
  expect(facts['User.Data.Updated']).toEqual({ subject: 'user', isUpdate: true });
});
