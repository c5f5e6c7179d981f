import { useKeyChoices } from './key-choices.ts';
import { type KeyId, keyLabel, keyShortcut } from './key-names.ts';

/** The key of a command, shown on its button. It is hidden from screen readers, because the button itself announces the shortcut. */
export function Key({ of }: { of: KeyId }) {
  const { keys, off } = useKeyChoices();
  return off && keys[of].length === 1 ? null : <KeyCap label={keyLabel(keys[of])} />;
}

/** A key, drawn with its label. */
export const KeyCap = ({ label }: { label: string }) => (
  <span className="portal-key" aria-hidden="true">
    {label}
  </span>
);

/** Returns the shortcut of a command for the `aria-keyshortcuts` of its button. */
export function useShortcut(of: KeyId): string | undefined {
  const { keys, off } = useKeyChoices();
  return off && keys[of].length === 1 ? undefined : keyShortcut(keys[of]);
}
