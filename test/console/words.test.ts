import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Acts, actOf, eventText } from '../../src/console/words/acts/act.ts';
import { acts as german } from '../../src/console/words/acts/de.ts';
import { acts as english } from '../../src/console/words/acts/en.ts';
import { eventTypes } from '../../src/vocabulary/events.ts';
import type { OperationWords } from '../../src/vocabulary/operation-words.ts';
import { describeOperations } from '../../tools/console/operations.ts';
import { plainText } from '../../tools/console/plain-text.ts';
import { readSources } from '../architecture/sources.ts';
import { describeWords } from '../../tools/console/words.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const words = describeWords(schema);
const { operations, inputs, enums } = describeOperations(schema);
const names = Object.keys(words);

/** All texts of an operation, of each of its directions. */
const textsOf = ({ title, button, note, danger, when }: OperationWords): string[] => [
  ...[title, button, note ?? [], danger ?? []].flat(),
  ...Object.values(when?.values ?? {}).flatMap(textsOf),
];

/** Its directions, with whether each has a note, and whether something ends with it. */
const shapeOf = ({ note, danger, when }: OperationWords): object => ({
  hasNote: note !== undefined,
  isDangerous: danger !== null,
  ...(when
    ? {
        field: when.field,
        values: Object.fromEntries(Object.entries(when.values).map(([name, one]) => [name, shapeOf(one)])),
      }
    : {}),
});

const placesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, field]) => field ?? '');

describe('the words of operations', () => {
  it('exist for each of them, in German as well, with the same directions, notes and dangers', () => {
    expect(Object.keys(german.operations).toSorted()).toEqual(names.toSorted());
    const shapes = (of: Readonly<Record<string, OperationWords>>) =>
      Object.fromEntries(names.map((name) => [name, of[name] && shapeOf(of[name])]));
    expect(shapes(german.operations)).toEqual(shapes(words));
  });

  it('name nothing that only those who write code know, and no number', () => {
    const texts = [...Object.values(words), ...Object.values(german.operations)].flatMap(textsOf);
    expect(texts.length).toBeGreaterThan(400);
    const plain = texts.map((text) => text.replaceAll(/\{\w+\}/g, ''));
    expect(plain.filter((text) => /RFC|[a-z][A-Z]|\d|`|_/.test(text))).toEqual([]);
  });

  it('have places for what their inputs have, in German as well', () => {
    for (const [name, one] of Object.entries(german.operations)) {
      const places = [...new Set(textsOf(one).flatMap(placesIn))];
      expect([name, places.filter((field) => !words[name]?.places[field])]).toEqual([name, []]);
    }
  });

  it('have a noun for each kind that they name', () => {
    const kinds = Object.values(words).flatMap(({ places }) => Object.values(places).map(({ kind }) => kind));
    const missing = (acts: Acts) => [...new Set(kinds)].filter((kind) => !acts.nouns[kind]);
    expect([missing(english), missing(german)]).toEqual([[], []]);
  });

  it('follow the direction that the input has', () => {
    const of = (isSuspended?: boolean) => actOf(words['setUserSuspended'] as OperationWords, { isSuspended }).title;
    expect([of(true), of(false), of()]).toEqual([
      'Suspend {userId}',
      'Reactivate {userId}',
      'Suspend or reactivate {userId}',
    ]);
  });

  it('state what ends for all that deletes, revokes or removes', () => {
    const ending = /^(delete|revoke|remove|end|retire)/;
    const harmless = names.filter((name) => ending.test(name) && words[name]?.danger === null);
    expect(harmless).toEqual([]);
  });
});

describe('the German texts', () => {
  /** Words for which the texts have another one. */
  const others =
    /Zugriffs?-?token|Knopf|Menschen|Management-API|Account-API|Einwilligung|Anwendung(en)? Dritter|Blockade|stillgelegt|Ersatzcode|Austausche\b/i;

  it('have one word for one thing', () => {
    const files = readSources('src/console').filter(({ path }) => /\bde\b/.test(path));
    const lines = files.flatMap(({ path, text }) => text.split('\n').map((line) => `${path}: ${line.trim()}`));
    expect(files.length).toBeGreaterThan(40);
    expect(lines.filter((line) => others.test(line))).toEqual([]);
  });
});

describe('the words of events', () => {
  it('exist for each that an operation of the console emits', () => {
    const isShown = (type: string) => !/^Post|^Identifier|^Message|Failing$|Finished$/.test(type);
    const withoutWords = (acts: Acts) =>
      eventTypes.filter(isShown).filter((typeName) => {
        const text = eventText(acts, { typeName, data: {} }, ['Joan']);
        return text.includes(typeName) || !/^[^{}]+$/.test(text);
      });
    expect([withoutWords(english), withoutWords(german)]).toEqual([[], []]);
  });

  it('name one record, and count several', () => {
    const event = { typeName: 'User.SuspensionStatus.Updated', data: { user: { isSuspended: true } } };
    expect(eventText(english, event, ['Joan Clarke'])).toBe('User suspended: Joan Clarke');
    expect(eventText(english, event, ['Joan', 'Ada', null])).toBe('3 people suspended');
    expect(eventText(german, event, ['Joan', 'Ada', null])).toBe('3 Benutzer gesperrt');
    const roles = { typeName: 'User.Roles.Updated', data: { addedRoleIds: ['role_1', 'role_2'] } };
    expect(eventText(english, roles, ['Joan'])).toBe('Joan: 2 roles added');
    expect(eventText(german, roles, [null])).toBe('Benutzer: 2 Rollen hinzugefügt');
  });

  it('name what a record gains and loses, as far as it is known', () => {
    const data = { addedScopeIds: ['scope_1'], removedScopeIds: ['scope_2', 'scope_3'] };
    const event = { typeName: 'Role.Scopes.Updated', data };
    const listed = new Map([['scope_1', { name: 'payments:refund' }]]);
    expect(eventText(english, event, ['Clerk'], listed)).toBe('Clerk: scope payments:refund added, 2 scopes removed');
    expect(eventText(german, event, ['Clerk'], listed)).toBe(
      'Clerk: Scope payments:refund hinzugefügt, 2 Scopes entfernt',
    );
  });
});

describe('a description in a form', () => {
  it('leaves out references to specifications, and sentences with names of the APIs', () => {
    expect(plainText('Whether it may exchange tokens (RFC 8693).')).toBe('Whether it may exchange tokens.');
    expect(plainText('At most 30 days ago. backfillWebhook reaches further back.')).toBe('At most 30 days ago.');
    expect(plainText('`client_credentials`: it acts alone (RFC 6749 §4.4).')).toBe('It acts alone.');
    expect(plainText('Encryption. Credentials require `tls`.')).toBe('Encryption. Credentials require tls.');
  });

  it('has none of them left, in any form', () => {
    const texts = [
      ...Object.values(operations).map(({ description }) => description),
      ...Object.values(inputs).flatMap((members) => members.map(({ description }) => description)),
      ...Object.values(enums).flatMap((values) => values.map(({ description }) => description)),
    ];
    expect(texts.filter((text) => /RFC \d|`/.test(text) || names.some((name) => text.includes(name)))).toEqual([]);
  });

  it('exists in German wherever one is shown, and is of a sentence that is shown', () => {
    const shown = new Set<string>();
    const seen = new Set<string>();
    const read = (type: string): void => {
      if (seen.has(type)) return;
      seen.add(type);
      for (const { description, type: of, isList } of inputs[type] ?? []) {
        if (description) shown.add(description);
        if (!isList) for (const value of enums[of] ?? []) shown.add(value.description);
        read(of);
      }
    };
    for (const { input } of Object.values(operations)) read(input);
    expect(shown.size).toBeGreaterThan(300);
    expect([...shown].filter((text) => !german.sentences[text])).toEqual([]);
    expect(Object.keys(german.sentences).filter((text) => !shown.has(text))).toEqual([]);
  });

  it('is there once: scopes of a new role are chosen in one way', () => {
    expect(inputs['CreateRoleInput']?.map(({ name }) => name)).toEqual([
      'name',
      'description',
      'isDefault',
      'scopeIds',
      'userIds',
    ]);
  });
});
