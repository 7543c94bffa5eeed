type Problems = ReadonlyMap<string, string>;

/** The problem of a field itself, as a property of its input. */
export const problemAt = (problems: Problems, path: string): { error?: string } => propertyOf(problems.get(path));

/** The first problem of a field, or of what is in it. */
export const problemIn = (problems: Problems, path: string): { error?: string } =>
  propertyOf([...problems].find(([one]) => one === path || one.startsWith(`${path}.`))?.[1]);

const propertyOf = (error: string | undefined): { error?: string } => (error === undefined ? {} : { error });
