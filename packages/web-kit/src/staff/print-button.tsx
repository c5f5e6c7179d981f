import { Button } from '../components/button.tsx';
import { useKitText } from '../language/i18n.ts';

/** Prints the page itself. The signed form is a download. */
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
