import type { ListResult } from '@portal/contract-kit';
import { useCombobox } from 'downshift';
import { useState } from 'react';
import { useApi } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { useFirstFocus } from '../../components/use-first-focus.ts';
import { foldText } from '../../language/fold-text.ts';
import { useKitText } from '../../language/i18n.ts';
import { useQuery } from '../../query.ts';
import { typing } from './typing.ts';

interface Colleague {
  userName: string;
  name: string;
}

const shownAtOnce = 20;

interface AssignDialogProps {
  /** The title of the dialog; by default the one for a single case. */
  title?: string;
  /** Assigns the cases to an account. @returns whether that succeeded, so that the dialog closes */
  assign(userName: string): Promise<boolean>;
  fault: string;
  onClose(): void;
}

/** A dialog in which a supervisor chooses the officer who becomes responsible for one or more cases. */
export function AssignDialog({ title, assign, fault, onClose }: AssignDialogProps) {
  const field = useFirstFocus<HTMLInputElement>();
  const kit = useKitText();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Colleague | null>(null);
  const { data } = useQuery({
    queryKey: ['colleagues', api.prefix],
    queryFn: ({ signal }) => api.get<ListResult<Colleague>>('/v1/account/colleagues', { signal }),
  });
  const wanted = foldText(chosen?.name === typed ? '' : typed.trim());
  const found = (data?.records ?? []).filter(({ name, userName }) => foldText(`${name} ${userName}`).includes(wanted)).slice(0, shownAtOnce);
  const box = useCombobox<Colleague>({
    items: found,
    itemToString: (item) => item?.name ?? '',
    itemToKey: (item) => item?.userName,
    selectedItem: chosen,
    inputValue: typed,
    onSelectedItemChange: ({ selectedItem }) => {
      setChosen(selectedItem ?? null);
      setTyped(selectedItem?.name ?? '');
    },
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={title ?? kit('work.assign')}
      footer={
        <>
          <Button
            onClick={async () => {
              // The text that stands in the field counts: it may have been changed after a colleague was chosen.
              if (await assign(chosen?.name === typed ? chosen.userName : typed.trim())) onClose();
            }}
          >
            {kit('work.assign')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {kit('action.cancel')}
          </Button>
        </>
      }
    >
      <div className={`govuk-form-group${fault ? ' govuk-form-group--error' : ''}`}>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: getLabelProps gives it htmlFor */}
        <label className="govuk-label" {...box.getLabelProps()}>
          {kit('work.assignTo')}
        </label>
        <div className="govuk-hint" id="assign-hint">
          {kit('work.assignHint')}
        </div>
        {fault ? (
          <p className="govuk-error-message" id="assign-error" role="alert">
            {fault}
          </p>
        ) : null}
        <input
          className="govuk-input"
          {...box.getInputProps({ ref: field, onChange: typing(setTyped), 'aria-describedby': fault ? 'assign-hint assign-error' : 'assign-hint' })}
        />
        <ul className="portal-palette" {...box.getMenuProps()}>
          {box.isOpen
            ? found.map((item, index) => (
                <li
                  key={item.userName}
                  className={`portal-palette__entry${box.highlightedIndex === index ? ' portal-palette__entry--marked' : ''}`}
                  {...box.getItemProps({ item, index })}
                >
                  <span>{item.name}</span>
                  <span className="portal-muted">{item.userName}</span>
                </li>
              ))
            : null}
        </ul>
      </div>
    </Modal>
  );
}
