import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { type PageError, problemErrors } from '../../components/page-error.ts';
import { TextLine } from '../../components/text-box.tsx';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { useSession } from '../../session/session.tsx';

export interface ViewName {
  name: string;
  sharedWithRole: string | null;
}

interface SaveViewDialogProps {
  /** The initial values of the dialog, if the view already exists. */
  view?: ViewName;
  /** The prefix of the roles with which a view of this list can be shared. */
  rolePrefix: string;
  save: (view: ViewName) => Promise<unknown>;
  onClose: () => void;
}

/** A dialog to name a view and to share it with a role. */
export function SaveViewDialog({ view, rolePrefix, save, onClose }: SaveViewDialogProps) {
  const kit = useKitText();
  const { language } = useLanguage();
  const { roles } = useSession();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const shared = view?.sharedWithRole ?? '';
  const shareable = roles.filter((each) => each.startsWith(`${rolePrefix}-`) || each === shared);
  // The server refuses a role that the owner has lost.
  const lostRole = shared === '' || shareable.includes(shared) ? undefined : shared;
  const [name, setName] = useState(view?.name ?? '');
  const [role, setRole] = useState(lostRole ? '' : shared);
  const [fault, setFault] = useState<PageError>();
  const roleFault = fault?.field === 'sharedWithRole' ? fault.message : '';

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    event?.stopPropagation();
    if (name.trim() === '') {
      setFault({ message: kit('views.nameNeeded') });
      input.current?.focus();
      return;
    }
    try {
      await save({ name: name.trim(), sharedWithRole: role || null });
      onClose();
    } catch (error) {
      const [first] = problemErrors(error, language);
      setFault(first);
      (first?.field === 'sharedWithRole' ? select : input).current?.focus();
    }
  };

  return (
    <Modal
      open
      onClose={onClose}
      title={kit(view ? 'views.change' : 'views.save')}
      footer={
        <>
          <Button onClick={() => submit()}>{kit('views.keep')}</Button>
          <Button variant="secondary" onClick={onClose}>
            {kit('action.cancel')}
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={submit}>
        <TextLine
          ref={input}
          id={`${id}-name`}
          maxLength={80}
          label={kit('views.name')}
          error={roleFault ? '' : fault?.message}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className={`govuk-form-group${roleFault ? ' govuk-form-group--error' : ''}`}>
          <label className="govuk-label" htmlFor={`${id}-role`}>
            {kit('views.share')}
          </label>
          <div className="govuk-hint" id={`${id}-hint`}>
            {kit('views.shareHint')} {lostRole ? kit('views.lostRole', { role: lostRole }) : null}
          </div>
          <div role="alert">
            {roleFault ? (
              <p className="govuk-error-message" id={`${id}-fault`}>
                <span className="govuk-visually-hidden">{kit('errors.prefix')}</span> {roleFault}
              </p>
            ) : null}
          </div>
          <select
            ref={select}
            className={`govuk-select${roleFault ? ' govuk-select--error' : ''}`}
            id={`${id}-role`}
            aria-describedby={roleFault ? `${id}-hint ${id}-fault` : `${id}-hint`}
            aria-invalid={roleFault ? true : undefined}
            value={role}
            onChange={(event) => setRole(event.target.value)}
          >
            <option value="">{kit('views.nobody')}</option>
            {shareable.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </div>
      </form>
    </Modal>
  );
}
