import { afterAll, beforeAll, beforeEach } from 'vitest';

/** A fixture that is started before the tests of this file, or of this `describe`, and removed after them. */
export function perFile<Fixture extends AsyncDisposable>(start: () => Promise<Fixture>): Fixture {
  let current: Fixture | undefined;
  beforeAll(async () => {
    current = await start();
  });
  afterAll(() => current?.[Symbol.asyncDispose]());
  return inPlaceOf(() => current);
}

/** An object that is created before each test of this file, or of this `describe`, and removed after it. */
export function perTest<Made extends object>(make: () => Promise<Made & Partial<AsyncDisposable>>): Made {
  let current: (Made & Partial<AsyncDisposable>) | undefined;
  beforeEach(async () => {
    current = await make();
    return () => current?.[Symbol.asyncDispose]?.();
  });
  return inPlaceOf(() => current);
}

/** An object in place of one that only exists while tests run, so that helpers of a file can use it. */
export function inPlaceOf<T extends object>(find: () => T | undefined): T {
  const found = (): T => {
    const object = find();
    if (!object) throw new Error('A fixture was used before the first test: use it in tests and hooks.');
    return object;
  };
  return new Proxy({} as T, {
    get: (_target, name) => Reflect.get(found(), name) as unknown,
    set: (_target, name, value) => Reflect.set(found(), name, value),
    has: (_target, name) => Reflect.has(found(), name),
    ownKeys: () => Reflect.ownKeys(found()),
    getOwnPropertyDescriptor(_target, name) {
      const described = Reflect.getOwnPropertyDescriptor(found(), name);
      return described && { ...described, configurable: true };
    },
  });
}
