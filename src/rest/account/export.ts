import { requestIdsIn } from '../../domain/trace-context.ts';
import { callerOf } from '../../kernel/actor.ts';
import { recordMyExport } from '../../operations/index.ts';
import { accountExport } from '../../reads/account-export.ts';
import { failureResponse } from '../failures.ts';
import type { Route } from '../route.ts';
import { readerOf } from './reader.ts';

/** Everything that is stored about the caller, as one JSON document that is made while it is sent. */
export const exportRoute: Route = {
  method: 'GET',
  path: '/export',
  query: [],
  async handle(request, services) {
    const origin = { channel: 'rest', ...requestIdsIn(request) } as const;
    await services.execute(recordMyExport, request.currentActor, {}, origin);
    const report = (error: unknown) => failureResponse(error, { ...services, ...requestIdsIn(request) });
    return {
      status: 200,
      headers: {
        'content-type': 'application/json',
        'content-disposition': 'attachment; filename="account.json"',
      },
      stream: {
        caller: callerOf(request.actor),
        chunks: accountExport(readerOf(request, services), { ...services, authenticate: request.authenticate, report }),
      },
    };
  },
};
