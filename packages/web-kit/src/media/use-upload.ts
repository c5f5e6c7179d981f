import { useCallback, useEffect, useRef, useState } from 'react';
import type { Api, UploadOptions } from '../api/api.ts';
import { asProblem } from '../api/problem.ts';
import type { UploadedFile } from './media-files.ts';

export type UploadState =
  | { at: 'idle' }
  | { at: 'sending'; percent: number; name: string }
  | { at: 'failed'; error: unknown; name: string; mayRetry: boolean }
  | { at: 'done'; name: string };

/** `PUT` replaces the file at the path. */
export type SendOptions = Pick<UploadOptions, 'method' | 'onProgress' | 'signal' | 'idempotencyKey' | 'inNobodysName'>;

type Send<Answer> = (options: SendOptions) => Promise<Answer>;

/** Uploads a file. The other fields come before the file, so that a server that reads the stream has them when the bytes arrive. */
export function sendFile<Answer = UploadedFile>(
  api: Api,
  path: string,
  file: Blob,
  name: string,
  fields: Record<string, string>,
  options: SendOptions,
): Promise<Answer> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', file, name);
  return api.upload<Answer>(path, form, options);
}

/**
 * Runs one upload at a time: reports its progress, cancels it, and sends it again after a dropped connection.
 * @returns `start`: resolves to whether the file has arrived; `running`: returns the promise of the upload that is running
 */
export function useUpload<Answer = UploadedFile>(onUploaded: (answer: Answer) => void) {
  const [state, setState] = useState<UploadState>({ at: 'idle' });
  const running = useRef<AbortController>(undefined);
  const result = useRef<Promise<boolean>>(undefined);
  const latest = useRef<{ name: string; send: Send<Answer> }>(undefined);
  const done = useRef(onUploaded);
  done.current = onUploaded;

  // Aborts the upload when the user leaves the page.
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(async (name: string, send: Send<Answer>): Promise<boolean> => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    latest.current = { name, send };
    setState({ at: 'sending', percent: 0, name });
    try {
      const file = await send({ signal: control.signal, onProgress: (percent) => !control.signal.aborted && setState({ at: 'sending', percent, name }) });
      if (control.signal.aborted) return false;
      setState({ at: 'done', name });
      done.current(file);
      return true;
    } catch (error) {
      if (!control.signal.aborted) setState({ at: 'failed', error, name, mayRetry: asProblem(error).retryable });
      return false;
    }
  }, []);

  const start = useCallback(
    (name: string, send: Send<Answer>): Promise<boolean> => {
      const started = run(name, send).finally(() => {
        if (result.current === started) result.current = undefined;
      });
      result.current = started;
      return started;
    },
    [run],
  );

  const cancel = useCallback(() => {
    running.current?.abort();
    setState({ at: 'idle' });
  }, []);

  const retry = useCallback(() => {
    if (latest.current) void start(latest.current.name, latest.current.send);
  }, [start]);

  return { state, start, cancel, retry, reset: cancel, running: () => result.current };
}
