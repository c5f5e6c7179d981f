import { useContext } from 'react';
import { Button } from '../../components/button.tsx';
import { useKitText } from '../../language/i18n.ts';
import { DeskPositionContext, type DeskSteps } from './desk-steps.ts';
import { Key, useShortcut } from './key.tsx';

/** Buttons to the previous and the next case of the list, with the position of this case in the list. */
export function CaseSteps({ steps: { previous, next } }: { steps: DeskSteps }) {
  const position = useContext(DeskPositionContext);
  const kit = useKitText();
  return (
    <nav className="portal-steps portal-no-print" aria-label={kit('keys.next')}>
      <Button variant="link" aria-keyshortcuts={useShortcut('previous')} onClick={previous}>
        {kit('work.previous')}
        <Key of="previous" />
      </Button>
      {position ? <span className="portal-muted">{kit('work.position', position)}</span> : null}
      <Button variant="link" aria-keyshortcuts={useShortcut('next')} onClick={next}>
        {kit('work.next')}
        <Key of="next" />
      </Button>
    </nav>
  );
}
