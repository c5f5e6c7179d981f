import { useKeyChoices } from './key-choices.ts';
import { type KeyId, keyLabel, keyShortcut } from './key-names.ts';

/** The key as it is shown on a button; screen readers are told by the button itself. */
export function Key({ of }: { of: KeyId }) {
  const { keys, off } = useKeyChoices();
  return off && keys[of].length === 1 ? null : <KeyCap label={keyLabel(keys[of])} />;
}

/** A key by its label. */
export const KeyCap = ({ label }: { label: string }) => (
  <span className="portal-key" aria-hidden="true">
    {label}
  </span>
);

/** For `aria-keyshortcuts` of the button that does the same. */
export function useShortcut(of: KeyId): string | undefined {
  const { keys, off } = useKeyChoices();
  return off && keys[of].length === 1 ? undefined : keyShortcut(keys[of]);
}
