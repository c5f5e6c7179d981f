import { useEffect, useMemo, useRef, useState } from 'react';
import { useKitText } from '../../language/i18n.ts';
import { useNavigate } from '../../router.ts';
import { commandOf, keyHandlerOf, useCommand, useCommands } from './commands.ts';
import { KeyCap } from './key.tsx';
import { keyChoices, useKeyChoices } from './key-choices.ts';
import { type KeyId, keyLabel, keyName } from './key-names.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { Palette, type PaletteEntry } from './palette.tsx';
import type { Place } from './places.ts';

/** The time in ms in which a letter must follow the "go to" key. */
const goMs = 4_000;

/**
 * The keyboard handling of all officers' pages: it listens for keys, shows the list of keys, and contains the command palette. The shell renders it once,
 * around the areas.
 */
export function WorkKeys({ places }: { places: readonly Place[] }) {
  const kit = useKitText();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'help' | 'palette'>();
  const [going, setGoing] = useState(false);
  const now = useRef({ places, going });
  now.current = { places, going };

  useCommand('help', kit('keys.help'), () => setOpen('help'));
  useCommand('palette', kit('keys.palette'), () => setOpen('palette'));
  useCommand('go', kit('keys.go'), () => setGoing(true));

  useEffect(() => {
    if (!going) return;
    const timer = setTimeout(() => setGoing(false), goMs);
    return () => clearTimeout(timer);
  }, [going]);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (now.current.going) {
        const name = keyName(event);
        if (!name) return;
        setGoing(false);
        event.preventDefault();
        const place = now.current.places.find(({ key }) => key === name);
        if (place) navigate(place.to);
        return;
      }
      const run = keyHandlerOf(event);
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [navigate]);

  return (
    <>
      <div role="status">
        {going ? (
          <ul className="portal-go" aria-label={kit('keys.go')}>
            {places
              .filter(({ key }) => key)
              .map(({ key = '', title, to }) => (
                <li key={to}>
                  <KeyCap label={keyLabel(key)} />
                  <span className="govuk-visually-hidden">{keyLabel(key)}</span> {title}
                </li>
              ))}
          </ul>
        ) : null}
      </div>
      {open === 'help' ? <KeysDialog places={places} onClose={() => setOpen(undefined)} /> : null}
      {open === 'palette' ? <OpenPalette places={places} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}

function OpenPalette({ places, onClose }: { places: readonly Place[]; onClose(): void }) {
  const kit = useKitText();
  const navigate = useNavigate();
  const commands = useCommands();
  const { keys } = useKeyChoices();
  const entries = useMemo<PaletteEntry[]>(
    () => [
      ...commands
        .filter(({ id }, index) => id !== 'palette' && id !== 'go' && commands.findLastIndex((other) => other.id === id) === index)
        .map(({ id, label }) => ({ id, label, keys: id in keys ? [keys[id as KeyId]] : [], run: () => commandOf(id)?.run() })),
      ...places.map(({ key, title, to }) => ({
        id: `go:${to}`,
        label: kit('keys.goTo', { place: title }),
        keys: key ? [keyChoices().keys.go, key] : [],
        run: () => navigate(to),
      })),
    ],
    [commands, places, keys, kit, navigate],
  );
  return <Palette entries={entries} onClose={onClose} />;
}

/** A button that shows all keys. */
export function KeysButton() {
  const kit = useKitText();
  const { keys } = useKeyChoices();
  return (
    <button type="button" className="portal-keys-button" title={kit('keys.help')} onClick={() => commandOf('help')?.run()}>
      {kit('keys.short')}
      <KeyCap label={keyLabel(keys.help)} />
    </button>
  );
}
