import { asProblem, Button, type Label, problemErrors, useLanguage, useText } from '@portal/web-kit';
import { Modal } from '@portal/web-kit/staff';
import { type ReactNode, useId, useState } from 'react';
import { t } from './texts.ts';

/** Something to be done with a reason: asks for it, does it, and shows why it could not be done. */
export function AskDialog({
  title,
  label,
  warning,
  children,
  onClose,
  onConfirm,
}: {
  title: Label;
  label: Label;
  warning?: boolean;
  children?: ReactNode;
  onClose: () => void;
  onConfirm: (reason: string) => Promise<void>;
}) {
  const text = useText();
  const { language } = useLanguage();
  const id = useId();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const confirm = async () => {
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
    <Modal
      open
      alert
      onClose={onClose}
      title={title}
      footer={
        <Button variant={warning ? 'warning' : 'primary'} onClick={confirm}>
          {text(label)}
        </Button>
      }
    >
      {children}
      <div className={`govuk-form-group${fault ? ' govuk-form-group--error' : ''}`}>
        <label className="govuk-label" htmlFor={id}>
          {text(t.reason)}
        </label>
        <div className="govuk-hint" id={`${id}-hint`}>
          {text(t.reasonHint)}
        </div>
        <div role="alert" id={`${id}-error`}>
          {fault ? <p className="govuk-error-message">{fault}</p> : null}
        </div>
        <textarea
          className="govuk-textarea"
          id={id}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={fault ? true : undefined}
        />
      </div>
    </Modal>
  );
}
