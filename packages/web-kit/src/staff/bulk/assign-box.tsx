import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { useKitText } from '../../language/i18n.ts';

/** Asks a supervisor for the account that gets the chosen cases. */
export function AssignBox({ count, assign, onClose }: { count: number; assign: (userName: string) => Promise<string>; onClose: () => void }) {
  const kit = useKitText();
  const id = useId();
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    event?.stopPropagation();
    setFault(await assign(name.trim()));
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={kit('bulk.assignMany', { count })}
      footer={
        <>
          <Button onClick={() => submit()}>{kit('bulk.assign')}</Button>
          <Button variant="secondary" onClick={onClose}>
            {kit('action.cancel')}
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={submit}>
        <div className={`govuk-form-group${fault ? ' govuk-form-group--error' : ''}`}>
          <label className="govuk-label" htmlFor={id}>
            {kit('bulk.assignee')}
          </label>
          {fault ? (
            <p className="govuk-error-message" id={`${id}-fault`} role="alert">
              {fault}
            </p>
          ) : null}
          <input
            className="govuk-input"
            id={id}
            autoComplete="off"
            value={name}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? `${id}-fault` : undefined}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
      </form>
    </Modal>
  );
}
