import { L } from '@portal/contract-kit';
import { Button, useText } from '@portal/web-kit';

/** Prints the page itself; the signed form is the download beside it. */
export function PrintButton() {
  const text = useText();
  return (
    <div className="portal-no-print">
      <Button variant="secondary" onClick={() => window.print()}>
        {text(L('Print this page', 'Imprimir esta página'))}
      </Button>
    </div>
  );
}
