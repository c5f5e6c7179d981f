import { Button } from '../components/button.tsx';
import { useKitText } from '../language/i18n.ts';

/** A button that prints the page itself. The signed form is a separate download. */
export function PrintButton() {
  const text = useKitText();
  return (
    <div className="portal-no-print">
      <Button variant="secondary" onClick={() => window.print()}>
        {text('printPage')}
      </Button>
    </div>
  );
}
