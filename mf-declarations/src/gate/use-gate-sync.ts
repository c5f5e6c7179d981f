import { keepOnDevice, useApi, useSession } from '@portal/web-kit';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { GateOutcome } from 'svc-declarations/contract';
import { isAway } from '../shared/is-away.ts';
import { syncGate } from './gate.api.ts';
import type { GateStore, StoredGateData } from './gate-store.ts';

const syncEveryMs = 20_000;
const passEveryMs = 5 * 60_000;

interface GateSyncOptions {
  store: GateStore;
  officer: string;
  onSent: (outcomes: GateOutcome[]) => void;
  /** Called with the reason when the service refuses a decision for good. */
  onRefused: (reason: string) => void;
}

interface GateSync {
  /** What is stored on the device. */
  kept: StoredGateData;
  setKept: (kept: StoredGateData) => void;
  /** Whether the portal does not answer. */
  away: boolean;
  setAway: (away: boolean) => void;
}

/** Sends the decisions that wait on the device and fetches new lists, at regular intervals and when the connection returns. */
export function useGateSync({ store, officer, onSent, onRefused }: GateSyncOptions): GateSync {
  const api = useApi();
  const { known, refresh } = useSession();
  const [kept, setKept] = useState<StoredGateData>({ waiting: [] });
  const [away, setAway] = useState(false);
  const working = useRef(false);
  const passAt = useRef(0);

  /** Sends the waiting decisions and fetches new lists. Only one run is active at a time. */
  const sync = useEffectEvent(async () => {
    if (working.current) return;
    working.current = true;
    try {
      // A page that came from the device's cache cannot send anything. When the portal answers again, the shell reloads the page from the network.
      if (!known) {
        setAway(true);
        void refresh();
        return;
      }
      const isDue = Date.now() - passAt.current > passEveryMs;
      const { problems, fetched } = await syncGate(api, store, { officer, isDue, onSent });
      if (fetched) passAt.current = Date.now();
      setAway(problems.some(isAway));
      // Decisions that the service refuses stay on the device, and the officer is told.
      const refused = problems.find(({ status }) => status >= 400 && status < 500);
      if (refused) onRefused(refused.title);
    } finally {
      working.current = false;
      setKept(await store.read());
    }
  });
  useEffect(() => {
    if (known) void sync();
  }, [known]);
  useEffect(() => {
    keepOnDevice();
    void sync();
    const timer = setInterval(() => void sync(), syncEveryMs);
    const online = () => void sync();
    const offline = () => setAway(true);
    addEventListener('online', online);
    addEventListener('offline', offline);
    return () => {
      clearInterval(timer);
      removeEventListener('online', online);
      removeEventListener('offline', offline);
    };
  }, []);
  useWarning(kept.waiting.length > 0);

  return { kept, setKept, away, setAway };
}

/** Warns an officer who leaves the page while decisions are still waiting to be sent. */
function useWarning(waits: boolean): void {
  useEffect(() => {
    if (!waits) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [waits]);
}
