import {
  asProblem,
  Button,
  ButtonGroup,
  keepOnDevice,
  Link,
  type PageError,
  problemErrors,
  RequireRole,
  StaffPage,
  shiftSecret,
  today,
  useApi,
  useLanguage,
  useNavigate,
  useSession,
  useText,
} from '@portal/web-kit';
import { PassportSearch } from '@portal/web-kit/forms';
import { keysSince, QrScanner } from '@portal/web-kit/scan';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { GateDecisionKind, GateOutcome } from 'svc-declarations/contract';
import { isAway } from '../shared/is-away.ts';
import { decide, type GateCheckResult, lookUpCode, noConnection, syncGate } from './gate.api.ts';
import { browserGateStorage, GateStore, type StoredGateData } from './gate-store.ts';
import { useHandScanner } from './hand-scanner.ts';
import { describeDecision, type LatestDecision, undo, withOutcomes } from './latest.ts';
import { t } from './texts.ts';
import { TYPED, TypedField } from './typed-field.tsx';
import { GateVerdictScreen } from './verdict.tsx';

const role = 'traveller-declaration-arrival';
const syncEveryMs = 20_000;
const passEveryMs = 5 * 60_000;
const listsOldMinutes = 60;
const shownLatest = 5;

/**
 * Screen of the gate: the officer scans a code, a verdict fills the screen, and one key records the decision. It works without a connection, also after the tab
 * is reloaded.
 */
export default function GateScreen() {
  const { known, hasRole } = useSession();
  // While the portal does not answer, the officer who began the shift in this tab can go on working with the stored pass.
  if (known ? hasRole(role) : shiftSecret()) return <Gate />;
  return <RequireRole anyOf={[role]}>{null}</RequireRole>;
}

function Gate() {
  const text = useText();
  const { language } = useLanguage();
  const api = useApi();
  const navigate = useNavigate();
  const { user, known, refresh } = useSession();
  const lane = known ? api : noConnection;
  const officer = String(user?.sub ?? user?.name ?? '');
  const [store] = useState(() => new GateStore(browserGateStorage()));
  const [kept, setKept] = useState<StoredGateData>({ waiting: [] });
  const [away, setAway] = useState(false);
  const [shown, setShown] = useState<GateCheckResult>();
  const [busy, setBusy] = useState(false);
  const [latest, setLatest] = useState<LatestDecision[]>([]);
  const [errors, setErrors] = useState<PageError[]>([]);
  const [cases, setCases] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const working = useRef(false);
  const passAt = useRef(0);

  const onSent = (outcomes: GateOutcome[]) => {
    setLatest((before) => withOutcomes(before, outcomes));
    setCases((count) => count + outcomes.filter(({ outcome }) => outcome === 'CASE').length);
  };
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
      if (refused) setErrors([{ message: refused.title }]);
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
  // Warn an officer who leaves the page while decisions are still waiting to be sent.
  const waits = kept.waiting.length > 0;
  useEffect(() => {
    if (!waits) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [waits]);
  useEffect(() => {
    if (!shown) field.current?.focus();
  }, [shown]);

  const ask = async (words: string) => {
    if (busy) return;
    setBusy(true);
    setErrors([]);
    try {
      const found = await lookUpCode(lane, store, words, today());
      setShown(found);
      setAway(found.offline === true);
    } catch (error) {
      setErrors([{ message: asProblem(error).title || text(t.failed) }]);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = field.current?.value.trim() ?? '';
    if (typed) void ask(typed);
    else setErrors([{ field: TYPED, message: text(t.empty) }]);
  };
  /** Shows why a call failed. The fields of the call are not on this screen. */
  const refuse = (error: unknown) => setErrors(problemErrors(error, language).map(({ message, href }) => ({ message, href })));
  const act = async (decision: GateDecisionKind, reason: string) => {
    if (!shown?.reference) return;
    setBusy(true);
    const { code, reference, name } = shown;
    const made = { key: crypto.randomUUID(), decision, code, reference, at: new Date().toISOString(), ...(reason ? { reason } : {}) };
    try {
      const outcome = await decide(lane, store, made, name);
      const waits = outcome === 'WAITING';
      const entry: LatestDecision = { key: made.key, at: Date.now(), who: name ?? reference, decision, ...(waits ? {} : { outcome }) };
      setKept(await store.read());
      setLatest((before) => [entry, ...before].slice(0, shownLatest));
      setAway(waits);
      setShown(undefined);
    } catch (error) {
      refuse(error);
      setShown(undefined);
    } finally {
      setBusy(false);
    }
  };
  const takeBack = async (entry: LatestDecision) => {
    try {
      if (await undo(api, store, entry, text(t.undoneBy)))
        setLatest((before) => before.map((each) => (each.key === entry.key ? { ...each, undone: true } : each)));
      else setErrors([{ message: text(t.justSent) }]);
      setKept(await store.read());
    } catch (error) {
      refuse(error);
    }
  };
  // A hand scanner types wherever the focus is, so listen on the whole page.
  useHandScanner(
    () => undefined,
    (code) => (shown ? undefined : void ask(code)),
  );

  if (shown)
    return (
      <GateVerdictScreen
        key={shown.code ?? shown.reference}
        shown={shown}
        busy={busy}
        onDecide={act}
        onNext={() => setShown(undefined)}
        onScan={(code) => void ask(code)}
      />
    );
  return (
    <StaffPage
      title={t.title}
      saysOffline
      errors={errors}
      actions={
        <Link className="govuk-link" to="/staff/gate/cases">
          {text(t.cases)}
        </Link>
      }
    >
      <DeviceStatus kept={kept} away={away} cases={cases} />
      <QrScanner onScan={(words) => void ask(words)} atOnce />
      <form noValidate onSubmit={submit} className="portal-checkpoint__typed">
        <TypedField ref={field} fault={errors.find((error) => error.field === TYPED)?.message} />
        <ButtonGroup>
          <Button type="submit" busy={busy}>
            {text(t.check)}
          </Button>
          {/* A traveller without a code is found by the passport number. */}
          <PassportSearch onNumber={(text) => navigate('/staff/search', { state: { text } })} />
        </ButtonGroup>
      </form>
      <div role="status">
        {latest.length > 0 ? (
          <>
            <h2 className="govuk-heading-s">{text(t.latest)}</h2>
            <ul className="govuk-list portal-checkpoint__latest">
              {latest.map((entry) => {
                const { label, note, canUndo } = describeDecision(entry, kept.waiting, Date.now());
                return (
                  <li key={entry.key}>
                    <span>
                      <strong>{text(label)}</strong> {entry.who}
                      {note ? <span className="portal-muted"> · {text(note)}</span> : null}
                    </span>
                    {canUndo ? (
                      <Button variant="secondary" onClick={() => void takeBack(entry)}>
                        {text(t.undo)}
                      </Button>
                    ) : null}
                  </li>
                );
              })}
            </ul>
          </>
        ) : null}
      </div>
    </StaffPage>
  );
}

/** Shows whether there is a connection, how old the data on the device is, and how many decisions are waiting. */
function DeviceStatus({ kept: { pass, waiting }, away, cases }: { kept: StoredGateData; away: boolean; cases: number }) {
  const text = useText();
  const minutes = pass ? Math.max(0, Math.round((Date.now() - Date.parse(pass.asOf)) / 60_000)) : undefined;
  const keysAt = keysSince();
  const isOld = (minutes ?? 0) > listsOldMinutes || (keysAt !== undefined && Date.now() - keysAt > 24 * 3_600_000);
  return (
    <div role="status" className={`portal-checkpoint__standing${away || isOld ? ' portal-checkpoint__standing--away' : ''}`}>
      <strong>{text(away ? (pass ? t.away : t.noPass) : t.online)}</strong>
      {minutes === undefined || !pass ? null : (
        <span>
          {text(t.lists(minutes))} · {text(t.size(pass.outOfDate.length, pass.expected.length))}
        </span>
      )}
      {isOld ? <span>{text(t.listsOld)}</span> : null}
      {waiting.length ? <span>{text(t.waiting(waiting.length))}</span> : null}
      {cases ? <span>{text(t.sentCases(cases))}</span> : null}
    </div>
  );
}
