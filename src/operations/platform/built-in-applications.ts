import { changeOf, changesTo } from '../../domain/events/changes.ts';
import type { RunContext } from '../../kernel/operation.ts';
import { applicationOf } from '../../store/records/shapes.ts';
import { accountClientId, consoleClientId } from '../../vocabulary/built-in-applications.ts';
import type { ApplicationType, GrantType } from '../../vocabulary/resources.ts';

type Context = Pick<RunContext<'Application.Created' | 'Application.Data.Updated'>, 'tx' | 'now' | 'emit'>;

/** An application that comes with the platform. Its settings follow PUBLIC_URL. */
interface BuiltIn {
  id: string;
  /** The values with which it is created. */
  initial: { name: string; description: string; type: ApplicationType };
  settings: {
    grantTypes: GrantType[];
    sessionLimitSeconds?: number;
    redirectUris: string[];
    postLogoutRedirectUris: string[];
  };
}

const builtIns = (publicUrl: string): BuiltIn[] => [
  {
    id: consoleClientId,
    initial: { name: 'Mandate', description: 'The built-in console.', type: 'SINGLE_PAGE' },
    settings: {
      // It uses the session: a script that reads its memory finds no token that outlives an hour.
      grantTypes: ['AUTHORIZATION_CODE'],
      // An open console renews its token by the session: not for ever.
      sessionLimitSeconds: 12 * 60 * 60,
      redirectUris: [`${publicUrl}/console/callback`, `${publicUrl}/console/signed-in`],
      postLogoutRedirectUris: [`${publicUrl}/console/`],
    },
  },
  {
    id: accountClientId,
    initial: { name: 'Your account', description: 'The built-in account pages.', type: 'TRADITIONAL_WEB' },
    settings: { grantTypes: [], redirectUris: [`${publicUrl}/account/return`], postLogoutRedirectUris: [] },
  },
];

/** Creates the applications that come with the platform, or updates their settings. */
export async function synchronizeBuiltIns(context: Context, publicUrl: string): Promise<void> {
  for (const builtIn of builtIns(publicUrl)) await synchronize(context, builtIn);
}

async function synchronize({ tx, now, emit }: Context, { id, initial, settings }: BuiltIn): Promise<void> {
  const current = await tx.application.findUnique({ where: { id } });
  if (!current) {
    const application = await tx.application.create({ data: { id, ...initial, ...settings } });
    return emit('Application.Created', id, { application: applicationOf(application, now) });
  }
  const changes = changesTo(current, settings);
  const changed = Object.keys(changes);
  if (changed.length === 0) return undefined;
  const application = await tx.application.update({ where: { id }, data: changes });
  emit('Application.Data.Updated', id, {
    application: applicationOf(application, now),
    ...changeOf(applicationOf(current, now), changed),
  });
}
