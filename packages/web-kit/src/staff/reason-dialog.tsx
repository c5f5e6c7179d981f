import { type ReactNode, useId, useState } from 'react';
import { asProblem } from '../api/problem.ts';
import { ConfirmDialog } from '../components/modal.tsx';
import { type PageError, problemErrors } from '../components/page-error.ts';
import { Text } from '../components/text.tsx';
import { useLanguage } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';

const longest = 500;

export interface ReasonDialogProps {
  title: Label;
  /** The label of the button that performs the action. */
  confirmLabel: Label;
  variant?: 'primary' | 'warning';
  /** The label of the field for the reason, with its hint below. Without a label no reason is asked for. */
  label?: Label;
  hint?: Label;
  /** What the officer must know before confirming. */
  children?: ReactNode;
  onClose: () => void;
  /** Performs the action. If it throws, the error is shown at the field, and the dialog stays open with the typed text. */
  onConfirm: (reason: string) => Promise<unknown>;
  /** Called if the service refuses because of what somebody else has done (409): loads what is there now, so that the next attempt is about that. */
  onConflict?: () => unknown;
}

/** A dialog for an action that needs a reason: it asks for the reason, performs the action, and says why it failed. */
export function ReasonDialog({ title, confirmLabel, variant = 'primary', label, hint, children, onClose, onConfirm, onConflict }: ReasonDialogProps) {
  const { language } = useLanguage();
  const id = useId();
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<PageError[]>([]);
  const confirm = async () => {
    setFaults([]);
    try {
      await onConfirm(reason.trim());
    } catch (error) {
      const problem = asProblem(error);
      setFaults(problemErrors(problem, language));
      if (problem.status === 409) onConflict?.();
    }
  };
  return (
    <ConfirmDialog open onClose={onClose} onConfirm={confirm} title={title} confirmLabel={confirmLabel} variant={variant}>
      {children}
      <div className={`govuk-form-group${faults.length ? ' govuk-form-group--error' : ''}`}>
        {label ? (
          <label className="govuk-label" htmlFor={id}>
            <Text label={label} />
          </label>
        ) : null}
        {hint ? (
          <div className="govuk-hint" id={`${id}-hint`}>
            <Text label={hint} />
          </div>
        ) : null}
        <div role="alert" id={`${id}-error`}>
          {faults.map(({ message, href }) => (
            <p className="govuk-error-message" key={message}>
              {href ? <a href={href}>{message}</a> : message}
            </p>
          ))}
        </div>
        {label ? (
          <textarea
            className="govuk-textarea"
            id={id}
            rows={3}
            maxLength={longest}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            aria-describedby={`${hint ? `${id}-hint ` : ''}${id}-error`}
            aria-invalid={faults.length ? true : undefined}
          />
        ) : null}
      </div>
    </ConfirmDialog>
  );
}
