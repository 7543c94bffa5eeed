import type { Adapter, AdapterPayload } from '../../../src/oidc/provider/library.ts';

/** Keeps the records of an oidc-provider in memory. */
export function createMemoryAdapter(): (model: string) => Adapter {
  const records = new Map<string, AdapterPayload>();
  return (model) => {
    const keyOf = (id: string): string => `${model} ${id}`;
    const findBy = (name: 'uid' | 'userCode', value: string) =>
      Promise.resolve([...records.values()].find((payload) => payload[name] === value));
    return {
      upsert: async (id, payload) => void records.set(keyOf(id), payload),
      find: (id) => Promise.resolve(records.get(keyOf(id))),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (code) => findBy('userCode', code),
      destroy: async (id) => void records.delete(keyOf(id)),
      consume: async (id) => {
        const payload = records.get(keyOf(id));
        if (payload) payload['consumed'] = Math.floor(Date.now() / 1000);
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of records) if (payload.grantId === grantId) records.delete(key);
      },
    };
  };
}
