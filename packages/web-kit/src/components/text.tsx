import { useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';

/** A label in the page's language only. */
export function Text({ label }: { label: Label }) {
  return <>{useText()(label)}</>;
}
