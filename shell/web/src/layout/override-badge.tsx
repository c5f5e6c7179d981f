import { useText } from '@portal/web-kit';
import { clearOverrides, overrides } from '../overrides.ts';

/** Always shown on a page that runs a developer's build. */
export function OverrideBadge() {
  const text = useText();
  const areas = Object.keys(overrides());
  if (areas.length === 0) return null;
  return (
    <div className="shell-override" role="status">
      {text('override.badge', { areas: areas.join(', ') })}{' '}
      <button type="button" className="portal-link-button" onClick={clearOverrides}>
        {text('override.clear')}
      </button>
    </div>
  );
}
