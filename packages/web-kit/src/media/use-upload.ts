import { useCallback, useEffect, useRef, useState } from 'react';
import type { Api } from '../api/api.ts';
import { asProblem } from '../api/problem.ts';
import type { UploadedFile } from './media-files.ts';

export type UploadState =
  | { at: 'idle' }
  | { at: 'sending'; percent: number; name: string }
  | { at: 'failed'; error: unknown; name: string; mayRetry: boolean }
  | { at: 'done'; name: string };

export interface SendOptions {
  /** `PUT` replaces the file at the path. */
  method?: 'POST' | 'PUT';
  onProgress?(percent: number): void;
  signal?: AbortSignal;
}

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

/** Runs one upload at a time: reports its progress, cancels it, and sends it again after a dropped connection. */
export function useUpload<Answer = UploadedFile>(onUploaded: (answer: Answer) => void) {
  const [state, setState] = useState<UploadState>({ at: 'idle' });
  const running = useRef<AbortController>(undefined);
  const latest = useRef<{ name: string; send: Send<Answer> }>(undefined);
  const done = useRef(onUploaded);
  done.current = onUploaded;

  // Aborts the upload when the user leaves the page.
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(async (name: string, send: Send<Answer>) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    latest.current = { name, send };
    setState({ at: 'sending', percent: 0, name });
    try {
      const file = await send({ signal: control.signal, onProgress: (percent) => !control.signal.aborted && setState({ at: 'sending', percent, name }) });
      if (control.signal.aborted) return;
      setState({ at: 'done', name });
      done.current(file);
    } catch (error) {
      if (!control.signal.aborted) setState({ at: 'failed', error, name, mayRetry: asProblem(error).retryable });
    }
  }, []);

  const cancel = useCallback(() => {
    running.current?.abort();
    setState({ at: 'idle' });
  }, []);

  const retry = useCallback(() => {
    if (latest.current) void start(latest.current.name, latest.current.send);
  }, [start]);

  return { state, start, cancel, retry, reset: cancel };
}
