import { describe, expect, it } from 'vitest';
import { messageName, withoutLinks } from '../../src/domain/messages/message-names.ts';

describe('a name in a message', () => {
  it.each([
    ['Acme', 'Acme'],
    ['  Ada \t Lovelace ', 'Ada Lovelace'],
    ['Ada\r\nBcc: eve@example.com', 'Ada Bcc: eve@example.com'],
    ['Ada\u2028Lovelace', 'Ada Lovelace'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['A\u200bcme\u0000', 'Acme'],
    ['Zoë 東京 مرحبا', 'Zoë 東京 مرحبا'],
    ['\u200b', ''],
  ])('is one visible line: %j is %j', (name, shown) => {
    expect(messageName(name)).toBe(shown);
  });

  it('has at most 64 characters', () => {
    expect(messageName('a'.repeat(64))).toHaveLength(64);
    expect(Array.from(messageName('😀'.repeat(10_000)))).toHaveLength(64);
  });

  it('does not become a link', () => {
    const shown = withoutLinks('Visit https://evil.example/win or eve@evil.example now.');
    expect(shown).not.toMatch(/https?:\/\/|\w\.\w|@\w|:\//);
    expect(shown.replaceAll('\u2060', '')).toBe('Visit https://evil.example/win or eve@evil.example now.');
  });
});
