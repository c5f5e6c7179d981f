import { asProblem, ConfirmDialog, InsetText, problemErrors, submitOnce, useApi, useFormat, useLanguage, useText } from '@portal/web-kit';
import { ReasonDialog } from '@portal/web-kit/staff';
import { type ReactNode, useState } from 'react';
import type { LaneTableVersion, LaneTrial } from 'svc-declarations/contract';
import { tablePath } from './lane-rules.api.ts';
import { t } from './texts.ts';

interface DialogProps {
  table: LaneTableVersion;
  onClose: () => void;
  onDone: () => void;
  /** Called if the service refuses because of what somebody else has done (409): loads the table as it is now. */
  onConflict: () => unknown;
}

/** Puts a version in force. If the service refuses, `fault` says why. */
function useEnforce({ table: { id, version }, onDone, onConflict }: DialogProps) {
  const api = useApi();
  const { language } = useLanguage();
  const [fault, setFault] = useState('');
  const enforce = async () => {
    try {
      const url = tablePath(id, 'actions', 'put-in-force');
      await submitOnce(api, { scope: url, url, body: { version } });
      onDone();
    } catch (error) {
      const problem = asProblem(error);
      setFault(
        problemErrors(problem, language)
          .map(({ message }) => message)
          .join(' '),
      );
      if (problem.status === 409) onConflict();
    }
  };
  return { fault, enforce };
}

/** Dialog in which the second person decides. It shows what is put in force, from when, and the result of the trial. */
export function EnforceDialog(props: DialogProps & { today: string; trial?: LaneTrial; children?: ReactNode }) {
  const { table, today, trial, onClose, children } = props;
  const text = useText();
  const format = useFormat();
  const { fault, enforce } = useEnforce(props);
  const isLater = table.effectiveFrom > today;
  const day = format.date(isLater ? table.effectiveFrom : today);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={enforce}
      title={t.enforceAsk(text(t.versionOf(table.code, table.number)), { en: day, pt: day })}
      confirmLabel={t.putInForce}
    >
      <p className="govuk-body">{text(isLater ? t.enforceLater : t.enforceNow)}</p>
      {trial?.status === 'DONE' ? (
        <p className="govuk-body">{text(t.trialDone(format.number(trial.changed), format.number(trial.examined)))}</p>
      ) : (
        <InsetText>{text(t.untried)}</InsetText>
      )}
      {trial && trial.tableVersion !== table.version ? <InsetText>{text(t.triedChanged)}</InsetText> : null}
      {children}
      <Fault words={fault} />
    </ConfirmDialog>
  );
}

/** Dialog that withdraws a version, with a reason. */
export function WithdrawDialog({ table: { id, version, code, number }, onClose, onDone, onConflict }: DialogProps) {
  const text = useText();
  const api = useApi();
  return (
    <ReasonDialog
      title={t.withdrawAsk(text(t.versionOf(code, number)))}
      confirmLabel={t.withdraw}
      variant="warning"
      label={t.withdrawWhy}
      onClose={onClose}
      onConflict={onConflict}
      onConfirm={async (reason) => {
        const url = tablePath(id, 'actions', 'withdraw');
        await submitOnce(api, { scope: url, url, body: { version, reason } });
        onDone();
      }}
    >
      <p className="govuk-body">{text(t.withdrawHelp)}</p>
    </ReasonDialog>
  );
}

function Fault({ words }: { words: string }) {
  return <div role="alert">{words ? <p className="govuk-error-message">{words}</p> : null}</div>;
}
