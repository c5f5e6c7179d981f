import { useText } from '@portal/web-kit';
import { useSyncExternalStore } from 'react';
import { clearOverrides, overrides } from '../overrides.ts';

const neverChanges = () => () => undefined;
const shownOverrides = () => Object.keys(overrides()).join(', ');

/** Always shown on a page that runs a developer's build. */
export function OverrideBadge() {
  const text = useText();
  // Prerendered HTML must not contain it, because only this browser knows the overrides.
  const areas = useSyncExternalStore(neverChanges, shownOverrides, () => '');
  if (!areas) return null;
  return (
    <div className="shell-override" role="status">
      {text('override.badge', { areas })}{' '}
      <button type="button" className="portal-link-button" onClick={clearOverrides}>
        {text('override.clear')}
      </button>
    </div>
  );
}
