import { useCallback, useRef, useState } from 'react';
import type { Api, Method } from './api.ts';
import { asProblem } from './problem.ts';

export interface DownloadAction {
  method?: Method;
  url: string;
  body?: unknown;
}

export interface DownloadOptions {
  /** Called each time the server answers that the file is still being prepared, with the number of seconds until the next attempt. */
  onPreparing?(seconds: number): void;
  signal?: AbortSignal;
  /** The longest total wait, in seconds (default 90). */
  patience?: number;
}

/** Saves a blob as a file. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the address only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Fetches a file. While the server is still preparing it (503 with `Retry-After`), waits and tries again. */
export async function fetchPrepared(api: Api, action: DownloadAction, { onPreparing, signal, patience = 90 }: DownloadOptions = {}): Promise<Blob> {
  const until = Date.now() + patience * 1000;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await api.blob(action.url, { method: action.method ?? 'GET', body: action.body, signal });
    } catch (error) {
      const problem = asProblem(error);
      const seconds = problem.retryAfter ?? Math.min(1 + attempt, 5);
      if (problem.status !== 503 || Date.now() + seconds * 1000 > until) throw error;
      onPreparing?.(seconds);
      await new Promise((resolve) => setTimeout(resolve, Math.max(seconds, 0.5) * 1000));
    }
  }
}

/** Downloads a file and saves it under the given name; see `fetchPrepared`. */
export async function downloadBlob(api: Api, action: DownloadAction, fileName: string, options?: DownloadOptions): Promise<void> {
  saveBlob(await fetchPrepared(api, action, options), fileName);
}

/** Provides a download and its state: `preparing` while the server prepares the file, `failed` when it cannot be downloaded ("Download Failed"). */
export function useDownload(api: Api) {
  const [state, setState] = useState<'idle' | 'loading' | 'preparing' | 'failed'>('idle');
  const busy = useRef(false);
  const download = useCallback(
    async (action: DownloadAction, fileName: string, { patience }: Pick<DownloadOptions, 'patience'> = {}): Promise<boolean> => {
      if (busy.current) return false;
      busy.current = true;
      setState('loading');
      try {
        await downloadBlob(api, action, fileName, { onPreparing: () => setState('preparing'), patience });
        setState('idle');
        return true;
      } catch {
        setState('failed');
        return false;
      } finally {
        busy.current = false;
      }
    },
    [api],
  );
  const dismiss = useCallback(() => setState('idle'), []);
  return { download, dismiss, busy: state === 'loading' || state === 'preparing', preparing: state === 'preparing', failed: state === 'failed' };
}
