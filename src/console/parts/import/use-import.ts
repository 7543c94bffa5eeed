import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type Failure,
  importRows,
  Interruption,
  nothingDone,
  type Progress,
  type Row,
  tryRows,
} from '../../data/import-users.ts';
import { type Content, readRows } from './read-rows.ts';

export interface Import {
  content: Content;
  /** The refusals that the first rows would get; null until they are known. */
  trial: readonly Failure[] | null;
  state: 'ready' | 'running' | 'stopped' | 'ended';
  progress: Progress;
  /** Why the platform did not answer, or did not finish. */
  error: Interruption | null;
  /** Begins, or goes on. */
  start: () => Promise<void>;
  /** Ends after the slice that is running. */
  stop: () => void;
}

/** Milliseconds after the last key before a dry run. */
const pause = 400;

/** An import from its text to its end: tried whenever the text changes, then run in slices. */
export function useImport(text: string): Import {
  const content = useMemo(() => readRows(text), [text]);
  const [state, setState] = useState<Import['state']>('ready');
  const [progress, setProgress] = useState<Progress>(nothingDone);
  const [error, setError] = useState<Interruption | null>(null);
  const trial = useTrial(content.rows, setError);
  const running = useRef<AbortController>(undefined);
  // One for the dialog: rows whose outcome is unknown are sent again with it, and create no user twice.
  const key = useRef(crypto.randomUUID());
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setState('running');
    setError(null);
    try {
      await importRows({ rows: content.rows, key: key.current }, progress, controller.signal, setProgress);
      setState(controller.signal.aborted ? 'stopped' : 'ended');
    } catch (reason) {
      setError(interruptionOf(reason));
      setState('stopped');
    }
  };
  return { content, trial, state, progress, error, start, stop: () => running.current?.abort() };
}

/** The interruption of an import. Any other error comes from a response that cannot be read. */
const interruptionOf = (reason: unknown): Interruption =>
  reason instanceof Interruption ? reason : new Interruption(null);

/** The dry run of the first rows. */
function useTrial(rows: readonly Row[], setError: (error: Interruption | null) => void): Import['trial'] {
  const [trial, setTrial] = useState<Import['trial']>(null);
  useEffect(() => {
    const controller = new AbortController();
    setTrial(null);
    setError(null);
    const tryThem = async (): Promise<void> => {
      try {
        setTrial(await tryRows(rows, controller.signal));
      } catch (reason) {
        if (!controller.signal.aborted) setError(interruptionOf(reason));
      }
    };
    const timer = rows.length > 0 ? setTimeout(() => void tryThem(), pause) : undefined;
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [rows, setError]);
  return trial;
}
