import { Button } from '../../components/button.tsx';
import { useCommands } from './commands.ts';

/** On a phone, at the foot of a long page: what the first button of the decision does, so that nobody scrolls to it. */
export function PhoneBar() {
  const leading = useCommands().findLast(({ id }) => id === 'primary');
  if (!leading) return null;
  return (
    <div className="portal-phone-bar portal-no-print">
      <Button onClick={leading.run}>{leading.label}</Button>
    </div>
  );
}
