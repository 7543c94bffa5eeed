import { changeOf, changesTo } from '../../domain/events/changes.ts';
import type { RunContext } from '../../kernel/operation.ts';
import { applicationOf } from '../../store/records/shapes.ts';
import { consoleClientId } from '../../vocabulary/console.ts';

type Context = Pick<RunContext<'Application.Created' | 'Application.Data.Updated'>, 'tx' | 'emit'>;

/** Creates the application of the console, or updates its settings: its addresses follow PUBLIC_URL. */
export async function synchronizeConsole({ tx, emit }: Context, publicUrl: string): Promise<void> {
  const address = `${publicUrl}/console`;
  const settings = {
    // It uses the session: a script that reads its memory finds no token that outlives an hour.
    grantTypes: ['AUTHORIZATION_CODE'],
    // An open console renews its token by the session: not for ever.
    sessionLimitSeconds: 12 * 60 * 60,
    redirectUris: [`${address}/callback`, `${address}/signed-in`],
    postLogoutRedirectUris: [`${address}/`],
  };
  const current = await tx.application.findUnique({ where: { id: consoleClientId } });
  if (!current) {
    const description = 'The built-in console.';
    const data = { id: consoleClientId, name: 'Mandate', description, type: 'SINGLE_PAGE' as const, ...settings };
    const application = await tx.application.create({ data });
    return emit('Application.Created', consoleClientId, { application: applicationOf(application) });
  }
  const changes = changesTo(current, settings);
  const changed = Object.keys(changes);
  if (changed.length === 0) return undefined;
  const application = await tx.application.update({ where: { id: consoleClientId }, data: changes });
  emit('Application.Data.Updated', consoleClientId, {
    application: applicationOf(application),
    ...changeOf(applicationOf(current), changed),
  });
}
