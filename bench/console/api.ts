import type { Caller } from '../events/servers.ts';

interface Answer {
  data?: Record<string, { nodes?: { id: string }[]; pageInfo?: { endCursor: string | null } }>;
  errors?: object[];
}

/** The Management API at an origin, called by an application with all permissions. */
export function callApi(origin: string, { id, secret }: Caller) {
  let token: Promise<string> | undefined;
  const call = async (body: object): Promise<NonNullable<Answer['data']>> => {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await (token ??= obtain())}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const { data, errors } = (await response.json()) as Answer;
    if (!data || errors) throw new Error(`The Management API answers ${JSON.stringify(errors)}. The run is void.`);
    return data;
  };
  const obtain = async (): Promise<string> => {
    const response = await fetch(`${origin}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${origin}/api` }),
    });
    const { access_token: obtained } = (await response.json()) as { access_token: string };
    return obtained;
  };
  const suspended = new Set<string>();
  return {
    /** Suspends a user, or ends that. */
    async toggleSuspension(userId: string): Promise<void> {
      const isSuspended = !suspended.delete(userId);
      if (isSuspended) suspended.add(userId);
      await call({
        query: 'mutation ($input: SetUserSuspendedInput!) { setUserSuspended(input: $input) { user { id } } }',
        variables: { input: { userId, isSuspended } },
      });
    },
    /** Reads pages one after the other with a query of the console. Returns the 95th percentile in milliseconds. */
    async p95OfPages(request: { variables?: object }, count: number): Promise<number> {
      const taken: number[] = [];
      let after: string | null = null;
      for (let page = 0; page < count; page++) {
        const begun = performance.now();
        const { page: read } = await call({ ...request, variables: { ...request.variables, after } });
        taken.push(performance.now() - begun);
        if (read?.nodes?.length !== 50) throw new Error(`A page has ${read?.nodes?.length} users. The run is void.`);
        after = read.pageInfo?.endCursor ?? null;
      }
      return taken.toSorted((one, other) => one - other)[Math.ceil(count * 0.95) - 1] ?? Number.NaN;
    },
  };
}
