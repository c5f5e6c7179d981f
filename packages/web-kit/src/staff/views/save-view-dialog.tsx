import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { problemErrors } from '../../components/page-error.ts';
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
  const [name, setName] = useState(view?.name ?? '');
  const [role, setRole] = useState(view?.sharedWithRole ?? '');
  const [fault, setFault] = useState('');
  const shareable = roles.filter((each) => each.startsWith(`${rolePrefix}-`));

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    event?.stopPropagation();
    if (name.trim() === '') {
      setFault(kit('views.nameNeeded'));
      input.current?.focus();
      return;
    }
    try {
      await save({ name: name.trim(), sharedWithRole: role || null });
      onClose();
    } catch (error) {
      setFault(problemErrors(error, language)[0]?.message ?? '');
      input.current?.focus();
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
          error={fault}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="govuk-form-group">
          <label className="govuk-label" htmlFor={`${id}-role`}>
            {kit('views.share')}
          </label>
          <div className="govuk-hint" id={`${id}-hint`}>
            {kit('views.shareHint')}
          </div>
          <select className="govuk-select" id={`${id}-role`} aria-describedby={`${id}-hint`} value={role} onChange={(event) => setRole(event.target.value)}>
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
