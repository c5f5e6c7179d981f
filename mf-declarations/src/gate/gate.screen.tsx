import { Button, ButtonGroup, Link, RequireRole, StaffPage, shiftSecret, useNavigate, useSession, useText } from '@portal/web-kit';
import { PassportSearch } from '@portal/web-kit/forms';
import { keysSince, QrScanner } from '@portal/web-kit/scan';
import { type FormEvent, useEffect, useRef } from 'react';
import type { StoredGateData } from './gate-store.ts';
import { useHandScanner } from './hand-scanner.ts';
import { describeDecision, type LatestDecision } from './latest.ts';
import { t } from './texts.ts';
import { TYPED, TypedField } from './typed-field.tsx';
import { useGate } from './use-gate.ts';
import { GateVerdictScreen } from './verdict.tsx';

const role = 'traveller-declaration-arrival';
const listsOldMinutes = 60;

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
  const navigate = useNavigate();
  const { kept, away, cases, shown, leave, busy, latest, errors, setErrors, ask, act, takeBack } = useGate();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!shown) field.current?.focus();
  }, [shown]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = field.current?.value.trim() ?? '';
    if (typed) void ask(typed);
    else setErrors([{ field: TYPED, message: text(t.empty) }]);
  };
  // A hand scanner types wherever the focus is, so listen on the whole page.
  useHandScanner(
    () => undefined,
    (code) => (shown ? undefined : void ask(code)),
  );

  if (shown)
    return <GateVerdictScreen key={shown.code ?? shown.reference} shown={shown} busy={busy} onDecide={act} onNext={leave} onScan={(code) => void ask(code)} />;
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
      <div role="status">{latest.length > 0 ? <Latest latest={latest} kept={kept} onUndo={takeBack} /> : null}</div>
    </StaffPage>
  );
}

interface LatestProps {
  latest: readonly LatestDecision[];
  kept: StoredGateData;
  onUndo: (entry: LatestDecision) => Promise<void>;
}

/** The officer's latest decisions. Those that still wait on the device can be taken back. */
function Latest({ latest, kept, onUndo }: LatestProps) {
  const text = useText();
  return (
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
                <Button variant="secondary" onClick={() => void onUndo(entry)}>
                  {text(t.undo)}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
    </>
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
