/** Creates a value once, when it is first needed. */
export function lazy<T>(make: () => Promise<T>): { load(): Promise<T>; loaded(): Promise<T> | undefined } {
  let value: Promise<T> | undefined;
  return { load: () => (value ??= make()), loaded: () => value };
}
