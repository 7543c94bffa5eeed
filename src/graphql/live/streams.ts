import { type RequestIds, requestIdsIn } from '../../domain/trace-context.ts';
import type { ServerResponse } from 'node:http';
import { type ExecutionArgs, type ExecutionResult, validateSubscriptionArgs } from 'graphql';
import { isAsyncIterable } from 'graphql-yoga';
import { Failure } from '../../domain/failure.ts';
import { callerOf } from '../../kernel/actor.ts';
import type { Context } from '../context/context.ts';
import { type ErrorContext, withPublicErrors } from '../errors/errors.ts';
import { type Selections, selectionKey } from './selections.ts';
import { toGraphQLError, withErrorResult } from './stream-errors.ts';
import { socketLimits } from '../context/limits.ts';
import type { RequestPlugin, RequestState } from '../request/plugins.ts';

/** Subscriptions over HTTP: server-sent events. */
export interface Streams {
  plugin: RequestPlugin;
  /** Number of streams. */
  size(): number;
  /** Cuts them without `complete`, so that clients reconnect and continue from their last cursor. */
  close(): void;
}

interface StreamServices extends Omit<ErrorContext, keyof RequestIds> {
  selections: Selections;
}

interface Open {
  caller: string;
  /** Bytes written until the last heartbeat, if there was unsent data. */
  writtenBefore: number | undefined;
}

const tooMany = () => new Failure('RATE_LIMITED', 'Too many streams of this caller.');

export function createStreams({ selections, ...services }: StreamServices): Streams {
  const open = new Map<ServerResponse, Open>();
  const sweep = setInterval(() => closeStalled(open), socketLimits.heartbeat);
  sweep.unref();
  return {
    size: () => open.size,
    plugin: {
      onSubscribe({ args, setResultAndStopExecution }) {
        const context = args.contextValue as object as Context & RequestState;
        const { response } = context;
        const caller = callerOf(context.actor);
        const published = (result: ExecutionResult): ExecutionResult =>
          withPublicErrors(result as never, { ...services, ...requestIdsIn(context) });
        if (count(open, caller) >= socketLimits.perCaller) return setResultAndStopExecution(refused(tooMany()));
        return {
          onSubscribeResult({ result, setResult }) {
            if (!isAsyncIterable(result) || !response) return;
            try {
              response.once('close', selections.add(caller, selectionOf(args)));
            } catch (error) {
              void result[Symbol.asyncIterator]().return?.();
              return setResult(published(refused(error)));
            }
            open.set(response, { caller, writtenBefore: undefined });
            response.once('close', () => open.delete(response));
            setResult(withErrorResult(result, published, published));
          },
        };
      },
    },
    close() {
      clearInterval(sweep);
      for (const response of open.keys()) response.destroy();
    },
  };
}

const refused = (failure: unknown): ExecutionResult => ({ errors: [toGraphQLError(failure)] });

const selectionOf = (args: ExecutionArgs): string => {
  const validated = validateSubscriptionArgs(args);
  return 'schema' in validated ? selectionKey(validated, args) : '';
};

const count = (open: ReadonlyMap<unknown, Open>, caller: string): number =>
  open.values().reduce((total, one) => (one.caller === caller ? total + 1 : total), 0);

/** As for sockets (socket-sweep.ts): closes clients that read nothing of what is unsent between two heartbeats. */
function closeStalled(open: ReadonlyMap<ServerResponse, Open>): void {
  for (const [response, one] of open) {
    const { bytesWritten = 0, writableLength = 0 } = response.socket ?? {};
    const written = bytesWritten - writableLength;
    if (writableLength > 0 && one.writtenBefore === written) response.destroy();
    one.writtenBefore = writableLength > 0 ? written : undefined;
  }
}
