import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { isFailure } from '../../domain/failure.ts';
import { requestIdsIn } from '../../domain/trace-context.ts';
import { readBody } from '../../http/body.ts';
import { identifyRequest } from '../../http/request-ids.ts';
import { platformActor } from '../../kernel/actor.ts';
import type { Execute } from '../../kernel/types.ts';
import { undoAccountChange } from '../../operations/account/undo-account-change.ts';
import { undoAccountDeletion } from '../../operations/account/undo-account-deletion.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import { findUndo, type Undo } from '../../store/account/undos.ts';
import { kinds } from '../../vocabulary/kinds.ts';
import { restoredPage, undoPage, undoProblemPage, undoProblemText } from '../pages/undo-pages.ts';
import { branded, isFromOurPage, type PageContext, textsOf, wantsJson } from '../requests.ts';
import { headersIn, refuse } from '../responses.ts';

interface UndoServices {
  config: { publicUrl: string };
  database: Pick<Database, 'prisma'>;
  secretBox: SecretBox;
  clock: Clock;
  ids: Ids;
  execute: Execute;
}

const formLimit = 1024;
const path = `/link/:token{${kinds.accountUndo.idPrefix}_[^/]+}` as const;

/**
 * The links that take back a change of an account. GET shows what would happen and changes nothing; POST does it,
 * and signs no one in.
 */
export function createUndoLinks(services: UndoServices): Hono<{ Bindings: HttpBindings }> {
  return new Hono<{ Bindings: HttpBindings }>()
    .get(path, async (context) => {
      const undo = await find(context, services);
      return undo && isUsable(undo) ? show(context, undo) : refuseUndo(context, undo);
    })
    .post(path, async (context) => {
      if (!isFromOurPage(context, services.config.publicUrl)) return refuse(context, 'foreign-form');
      // It contains nothing, but has to be received before the response.
      await readBody(context.env.incoming, formLimit);
      const undo = await find(context, services);
      if (!undo || !isUsable(undo)) return refuseUndo(context, undo);
      try {
        await takeBack(context, services, undo);
      } catch (error) {
        // It was used meanwhile.
        if (!isFailure(error, 'CONFLICT', 'NOT_FOUND')) throw error;
        return refuseUndo(context, { ...undo, status: 'used' });
      }
      const texts = textsOf(context);
      if (wantsJson(context)) return context.json({ state: 'restored' }, 200, headersIn(texts));
      return context.html(restoredPage(undo.kind, await branded(context, texts)), 200, headersIn(texts));
    });
}

/** Not if the key is lost with which the address before was encrypted. */
const isUsable = ({ kind, before, status }: Undo): boolean =>
  status === 'valid' && (kind === 'deletion' || before !== null);

const textOf = (context: PageContext): string => context.req.param('token') ?? '';

const find = (context: PageContext, { database, secretBox, clock }: UndoServices): Promise<Undo | undefined> =>
  findUndo(database.prisma, secretBox, textOf(context), clock.now());

async function show(context: PageContext, undo: Undo): Promise<Response> {
  const texts = textsOf(context);
  const { kind, before } = undo;
  const shown = { kind, ...(before && { address: before.address }) };
  if (wantsJson(context)) return context.json({ undo: shown }, 200, headersIn(texts));
  return context.html(undoPage(undo, await branded(context, texts), context.req.path), 200, headersIn(texts));
}

async function refuseUndo(context: PageContext, undo: Undo | undefined): Promise<Response> {
  const texts = textsOf(context);
  const problem = undo && undo.status !== 'valid' ? undo.status : 'unknown';
  const status = problem === 'unknown' ? 404 : 410;
  if (wantsJson(context))
    return context.json(
      { problem: { name: problem, text: undoProblemText(problem, texts) } },
      status,
      headersIn(texts),
    );
  return context.html(undoProblemPage(problem, await branded(context, texts)), status, headersIn(texts));
}

async function takeBack(context: PageContext, { ids, execute }: UndoServices, { kind }: Undo): Promise<void> {
  const { incoming, outgoing } = context.env;
  const origin = { ...requestIdsIn(identifyRequest(incoming, outgoing, ids)), channel: 'sign-in' } as const;
  const operation = kind === 'deletion' ? undoAccountDeletion : undoAccountChange;
  await execute(operation, platformActor, { text: textOf(context) }, origin);
}
