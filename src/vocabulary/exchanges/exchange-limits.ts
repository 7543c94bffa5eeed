/** The limits of the rules of an application, and of sums of exchanges: the platform and the console share them. */

/** Targets, or served API resources, of an application at most. */
export const mostResources = 200;
/** Scopes of a target, or of a mapping, and mappings of a target at most. */
export const mostScopes = 100;
/** Characters of a target, which is read with each exchange, and of all of them, which are in the event, twice. */
export const mostTargetText = 8192;
export const mostTargetsText = 65_536;

interface Names {
  readonly scopes: readonly string[];
  readonly mappings: readonly { readonly carried: string; readonly allows: readonly string[] }[];
}

/** Characters of a target: those of all its names. */
export const targetLength = ({ scopes, mappings }: Names): number =>
  [...scopes, ...mappings.flatMap(({ carried, allows }) => [carried, ...allows])].join('').length;

/** Scopes that the sums have of a day and delegation: the first ones. */
export const mostScopesOfDay = 200;
/** Edges of an answer, or of a record, at most. */
export const mostEdges = 1000;
/** In the place of chains, and of API resources of subject tokens, that are summed up together: there are too many. */
export const anyOther = '*';
