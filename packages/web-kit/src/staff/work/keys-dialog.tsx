import { useState } from 'react';
import { Button, ButtonGroup } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { useKitText } from '../../language/i18n.ts';
import { KeyCap } from './key.tsx';
import { chooseKeys, holderOf, type KeyChoices, useKeyChoices } from './key-choices.ts';
import { isChoosable, type KeyId, keyIds, keyLabel, keyName, usualKeys } from './key-names.ts';
import type { Place } from './places.ts';

/** A dialog with all keys and what they do, in which keys can be changed or switched off. */
export function KeysDialog({ places, onClose }: { places: readonly Place[]; onClose(): void }) {
  const kit = useKitText();
  const choices = useKeyChoices();
  const [changing, setChanging] = useState<KeyId>();
  const [said, setSaid] = useState('');
  const set = (next: Partial<KeyChoices>) => chooseKeys({ ...choices, ...next });

  const take = (id: KeyId, name: string) => {
    const held = holderOf(choices.keys, name, id);
    if (!isChoosable(name)) setSaid(kit('keys.notChoosable', { key: keyLabel(name) }));
    else if (held) setSaid(kit('keys.taken', { key: keyLabel(name), what: kit(`keys.${held}`) }));
    else {
      set({ keys: { ...choices.keys, [id]: name } });
      setChanging(undefined);
      setSaid(kit('keys.changed', { key: keyLabel(name), what: kit(`keys.${id}`) }));
    }
  };

  const check = (name: 'off' | 'stay') => (
    <div className="govuk-checkboxes__item">
      <input
        className="govuk-checkboxes__input"
        id={`keys-${name}`}
        type="checkbox"
        checked={name === 'off' ? !choices.off : choices.stay}
        onChange={({ target }) => set(name === 'off' ? { off: !target.checked } : { stay: target.checked })}
      />
      <label className="govuk-label govuk-checkboxes__label" htmlFor={`keys-${name}`}>
        {kit(name === 'off' ? 'keys.on' : 'keys.stay')}
      </label>
    </div>
  );

  return (
    <Modal open onClose={onClose} title={kit('keys.title')} wide>
      <div className="govuk-checkboxes govuk-checkboxes--small">
        {check('off')}
        {check('stay')}
      </div>
      <p className="govuk-hint">{kit('keys.kept')}</p>
      <div role="status">{said ? <p className="govuk-body">{said}</p> : null}</div>
      <table className="govuk-table portal-keys">
        <caption className="govuk-visually-hidden">{kit('keys.title')}</caption>
        <thead className="govuk-visually-hidden">
          <tr>
            <th scope="col">{kit('keys.what')}</th>
            <th scope="col">{kit('keys.key')}</th>
            <th scope="col">{kit('keys.change')}</th>
          </tr>
        </thead>
        <tbody>
          {keyIds.map((id) => (
            <tr key={id} className="govuk-table__row">
              <th scope="row" className="govuk-table__header">
                {kit(`keys.${id}`)}
              </th>
              <td className="govuk-table__cell">
                <KeyCap label={keyLabel(choices.keys[id])} />
                <span className="govuk-visually-hidden">{keyLabel(choices.keys[id])}</span>
              </td>
              <td className="govuk-table__cell">
                {changing === id ? (
                  <input
                    // biome-ignore lint/a11y/noAutofocus: the officer asked for this field
                    autoFocus
                    readOnly
                    className="govuk-input govuk-input--width-10"
                    aria-label={kit('keys.press', { what: kit(`keys.${id}`) })}
                    value={kit('keys.pressNow')}
                    onBlur={() => setChanging(undefined)}
                    onKeyDown={(event) => {
                      const name = keyName(event.nativeEvent);
                      if (!name || name === 'Tab') return;
                      event.preventDefault();
                      event.stopPropagation();
                      take(id, name);
                    }}
                  />
                ) : (
                  <Button
                    variant="link"
                    onClick={() => {
                      setSaid('');
                      setChanging(id);
                    }}
                  >
                    {kit('keys.change')}
                    <span className="govuk-visually-hidden"> {kit(`keys.${id}`)}</span>
                  </Button>
                )}
              </td>
            </tr>
          ))}
          <tr className="govuk-table__row">
            <th scope="row" className="govuk-table__header">
              {kit('keys.choose')}
            </th>
            <td className="govuk-table__cell" colSpan={2}>
              <KeyCap label="1" /> – <KeyCap label="9" />
              <span className="govuk-visually-hidden">1 – 9</span>
            </td>
          </tr>
          {places
            .filter(({ key }) => key)
            .map(({ key = '', title, to }) => (
              <tr key={to} className="govuk-table__row">
                <th scope="row" className="govuk-table__header">
                  {kit('keys.goTo', { place: title })}
                </th>
                <td className="govuk-table__cell" colSpan={2}>
                  <KeyCap label={keyLabel(choices.keys.go)} /> <KeyCap label={keyLabel(key)} />
                  <span className="govuk-visually-hidden">
                    {keyLabel(choices.keys.go)} {keyLabel(key)}
                  </span>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <ButtonGroup>
        <Button variant="secondary" onClick={() => set({ keys: { ...usualKeys } })}>
          {kit('keys.usual')}
        </Button>
      </ButtonGroup>
    </Modal>
  );
}
