import { describe, expect, it } from 'vitest';
import { configWarnings } from '../src/app/start/config-warnings.ts';
import { readConfig } from '../src/config.ts';

const warnings = (url: string) => configWarnings(readConfig({ PUBLIC_URL: url }));

describe('a warning is caused by a public address that', () => {
  it('is unencrypted over plain http, except on this machine', () => {
    expect(warnings('http://id.example.com')).toEqual([
      { publicUrl: 'http://id.example.com', message: expect.stringMatching(/^PUBLIC_URL: .*unencrypted$/) },
    ]);
    for (const url of ['https://id.example.com', 'http://localhost:3000', 'http://a.localhost'])
      expect(warnings(url)).toEqual([]);
  });

  it('has no passkeys with an IP address', () => {
    const message = expect.stringMatching(/^PUBLIC_URL: no passkeys/) as string;
    for (const url of ['http://127.0.0.1', 'http://[::1]:8080', 'https://192.0.2.1', 'https://[2001:db8::1]'])
      expect(warnings(url)).toEqual([{ publicUrl: url, message }]);
    expect(warnings('http://10.0.0.1')).toHaveLength(2);
    for (const url of ['https://1.2.3.4.example']) expect(warnings(url)).toEqual([]);
  });
});
