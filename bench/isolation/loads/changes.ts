import { type Load, repeatedly, send } from './load.ts';

const clients = 24;
const webhook = { name: 'Bench', url: 'https://hooks.example.com/bench', eventTypes: ['User.Created'] };
const users = Array.from({ length: 50 }, () => ({ password: 'a long passphrase for benchmarks' }));

/** Clients that each repeat a request after its response, or a moment after a refusal. */
const requests = (title: string, path: string, body: object): Load => ({
  title,
  mostMilliseconds: 10,
  expects: '200',
  start: async (target, answers) =>
    repeatedly(clients, async () => {
      const { status } = await send(target, 'POST', path, body);
      answers.add(status);
      return status === 200;
    }),
});

export const changes: readonly Load[] = [
  requests('dry runs by GraphQL', '/graphql', {
    query: `mutation ($input: CreateWebhookInput!) {
      createWebhook(dryRun: true, input: $input) { webhook { id deliveryStats { delivered failed } } }
    }`,
    variables: { input: { ...webhook, eventTypes: undefined } },
  }),
  requests('dry runs by REST', '/api/dry-run/webhooks', webhook),
  requests('dry runs of createUsers', '/api/dry-run/bulk/create-users', { items: users }),
];

/** Jobs of one starter, each for all users. */
const jobs = 20;

/** Each run of the load assigns the roles, or removes them again. */
let runs = 0;

async function makeRoles(target: Parameters<typeof send>[0]): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < jobs; count++) {
    const { json } = await send(target, 'POST', '/api/roles', { name: `Bench ${runs}-${count}` });
    ids.push((json as { id: string }).id);
  }
  return ids;
}

export const jobsOfOneStarter: Load = {
  title: `${jobs} jobs of one starter`,
  mostMilliseconds: 15,
  expects: 'events',
  async start(target, answers) {
    runs += 1;
    const started: string[] = [];
    for (const roleId of await makeRoles(target)) {
      const body = { operation: 'assignUserRoles', filter: {}, roleIds: [roleId] };
      const { status, json } = await send(target, 'POST', '/api/jobs', body);
      answers.add(status);
      started.push((json as { id: string }).id);
    }
    return {
      async stop() {
        for (const id of started) {
          const { json } = await send(target, 'POST', `/api/jobs/${id}/cancel`);
          if ((json as { succeeded: number }).succeeded > 0) answers.add('events');
        }
      },
    };
  },
};
