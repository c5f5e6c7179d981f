import { asProblem, ConfirmDialog, fieldId, InsetText, problemErrors, useApi, useFormat, useLanguage, useText } from '@portal/web-kit';
import { type ReactNode, useState } from 'react';
import type { LaneTableVersion, LaneTrial } from 'svc-declarations/contract';
import { tablePath } from './lane-rules.api.ts';
import { t } from './texts.ts';

interface DialogProps {
  table: LaneTableVersion;
  onClose: () => void;
  onDone: () => void;
}

/** Performs an action on a version, and says why it was refused. */
function useAction({ table: { id, version }, onDone }: DialogProps, action: string) {
  const api = useApi();
  const { language } = useLanguage();
  const [fault, setFault] = useState('');
  const act = async (more: object = {}) => {
    try {
      await api.post(tablePath(id, 'actions', action), { version, ...more });
      onDone();
    } catch (error) {
      setFault(
        problemErrors(asProblem(error), language)
          .map(({ message }) => message)
          .join(' '),
      );
    }
  };
  return { fault, act };
}

/** The second person's decision: what is put in force, from when, and how it was tried. */
export function EnforceDialog(props: DialogProps & { trial?: LaneTrial; children?: ReactNode }) {
  const { table, trial, onClose, children } = props;
  const text = useText();
  const format = useFormat();
  const { fault, act } = useAction(props, 'put-in-force');
  const day = format.date(table.effectiveFrom);
  const isLater = table.effectiveFrom > new Date().toISOString().slice(0, 10);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => act()}
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

/** Takes a version back, with a reason. */
export function WithdrawDialog(props: DialogProps) {
  const { table, onClose } = props;
  const text = useText();
  const [reason, setReason] = useState('');
  const { fault, act } = useAction(props, 'withdraw');
  const id = fieldId('reason');
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => act({ reason })}
      title={t.withdrawAsk(text(t.versionOf(table.code, table.number)))}
      confirmLabel={t.withdraw}
      variant="warning"
    >
      <p className="govuk-body">{text(t.withdrawHelp)}</p>
      <div className={`govuk-form-group${fault ? ' govuk-form-group--error' : ''}`}>
        <label className="govuk-label" htmlFor={id}>
          {text(t.withdrawWhy)}
        </label>
        <Fault id={`${id}-error`} words={fault} />
        <textarea
          className="govuk-textarea"
          id={id}
          rows={3}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          aria-describedby={`${id}-error`}
          aria-invalid={fault ? true : undefined}
        />
      </div>
    </ConfirmDialog>
  );
}

function Fault({ id, words }: { id?: string; words: string }) {
  return (
    <div role="alert" id={id}>
      {words ? <p className="govuk-error-message">{words}</p> : null}
    </div>
  );
}
