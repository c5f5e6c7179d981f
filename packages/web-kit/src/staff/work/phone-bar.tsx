import { Button } from '../../components/button.tsx';
import { useCommands } from './commands.ts';

/** A bar at the foot of a long page on a phone. It repeats the main button of the decision, so that nobody has to scroll to it. */
export function PhoneBar() {
  const leading = useCommands().findLast(({ id }) => id === 'primary');
  if (!leading) return null;
  return (
    <div className="portal-phone-bar portal-no-print">
      <Button onClick={leading.run}>{leading.label}</Button>
    </div>
  );
}
