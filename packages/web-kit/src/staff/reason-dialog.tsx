import { type ReactNode, useId, useState } from 'react';
import { asProblem } from '../api/problem.ts';
import { ConfirmDialog } from '../components/modal.tsx';
import { problemErrors } from '../components/page-error.ts';
import { Text } from '../components/text.tsx';
import { useLanguage } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';

const longest = 500;

export interface ReasonDialogProps {
  title: Label;
  /** The button that does it. */
  confirmLabel: Label;
  variant?: 'primary' | 'warning';
  /** The name of the field, and what helps to fill it in. */
  label: Label;
  hint?: Label;
  /** What is to be known before. */
  children?: ReactNode;
  onClose: () => void;
  /** Does it. What it throws is shown at the field, and the dialog stays with what was typed. */
  onConfirm: (reason: string) => Promise<unknown>;
}

/** Something that is done with a reason: asks for it, does it, and says why it could not be done. */
export function ReasonDialog({ title, confirmLabel, variant = 'primary', label, hint, children, onClose, onConfirm }: ReasonDialogProps) {
  const { language } = useLanguage();
  const id = useId();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const confirm = async () => {
    setFault('');
    try {
      await onConfirm(reason.trim());
    } catch (error) {
      setFault(
        problemErrors(asProblem(error), language)
          .map(({ message }) => message)
          .join(' '),
      );
    }
  };
  return (
    <ConfirmDialog open onClose={onClose} onConfirm={confirm} title={title} confirmLabel={confirmLabel} variant={variant}>
      {children}
      <div className={`govuk-form-group${fault ? ' govuk-form-group--error' : ''}`}>
        <label className="govuk-label" htmlFor={id}>
          <Text label={label} />
        </label>
        {hint ? (
          <div className="govuk-hint" id={`${id}-hint`}>
            <Text label={hint} />
          </div>
        ) : null}
        <div role="alert" id={`${id}-error`}>
          {fault ? <p className="govuk-error-message">{fault}</p> : null}
        </div>
        <textarea
          className="govuk-textarea"
          id={id}
          rows={3}
          maxLength={longest}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          aria-describedby={`${hint ? `${id}-hint ` : ''}${id}-error`}
          aria-invalid={fault ? true : undefined}
        />
      </div>
    </ConfirmDialog>
  );
}
