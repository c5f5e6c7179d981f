import { type KeyboardEvent, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { TextBox } from '../../components/text-box.tsx';
import { useKitText } from '../../language/i18n.ts';
import { type Colleague, colleaguesLike, mentionAt, withMention } from './mentions.ts';

interface NoteBoxProps {
  id: string;
  box: RefObject<HTMLTextAreaElement | null>;
  value: string;
  error: string;
  colleagues: readonly Colleague[];
  onChange(text: string): void;
}

/** The text field for a note. After an @ it offers the names of officers, which can be chosen by keyboard or pointer. */
export function NoteBox({ id, box, value, error, colleagues, onChange }: NoteBoxProps) {
  const text = useKitText();
  const [caret, setCaret] = useState(0);
  const [marked, setMarked] = useState(-1);
  const [closed, setClosed] = useState('');
  const mention = mentionAt(value, caret);
  const isOpen = mention !== undefined && closed !== value;
  const found = isOpen ? colleaguesLike(colleagues, mention.typed) : [];

  const choose = (colleague: Colleague) => {
    if (!mention) return;
    const next = withMention(value, caret, mention.from, colleague);
    flushSync(() => onChange(next.text));
    box.current?.focus();
    box.current?.setSelectionRange(next.caret, next.caret);
    setCaret(next.caret);
    setMarked(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!found.length) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setMarked((marked + (event.key === 'ArrowDown' ? 1 : found.length + (marked < 0 ? 0 : -1))) % found.length);
    else if (event.key === 'Escape') setClosed(value);
    else if ((event.key === 'Enter' || event.key === 'Tab') && found[marked]) choose(found[marked] as Colleague);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const follow = () => setCaret(box.current?.selectionStart ?? 0);
  return (
    <div className="portal-mentions">
      <TextBox
        id={id}
        ref={box}
        rows={3}
        label={text('notes.text')}
        hint={text('notes.hint')}
        error={error}
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={`${id}-names`}
        aria-activedescendant={found[marked] ? `${id}-name-${marked}` : undefined}
        onChange={({ target }) => {
          onChange(target.value);
          setCaret(target.selectionStart);
          setMarked(-1);
        }}
        onKeyDown={onKeyDown}
        onKeyUp={follow}
        onClick={follow}
      />
      <div className="portal-mentions__names" id={`${id}-names`} role="listbox" aria-label={text('notes.names')} hidden={found.length === 0}>
        {found.map((colleague, index) => (
          // The text field keeps the focus, because it handles the key presses.
          <div
            key={colleague.userName}
            id={`${id}-name-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            className={`portal-mentions__name${index === marked ? ' portal-mentions__name--marked' : ''}`}
            onPointerDown={(event) => {
              event.preventDefault();
              choose(colleague);
            }}
          >
            {colleague.name} <span className="portal-muted">{colleague.userName}</span>
          </div>
        ))}
      </div>
      <p className="govuk-visually-hidden" role="status">
        {found.length ? text('notes.mention', { count: found.length }) : ''}
      </p>
    </div>
  );
}
