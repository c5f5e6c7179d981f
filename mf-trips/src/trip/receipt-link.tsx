import { Button, type PageError, useText } from '@portal/web-kit';
import { useState } from 'react';
import type { TripDocument } from 'svc-trips/contract';
import { useReceiptLookup } from '../payment/payment.api.ts';
import { t } from './texts.ts';

/** Finds the receipt that the payment details show by the trip's serial reference, and opens it in a new tab. */
export function ReceiptLink({ trip }: { trip: Partial<TripDocument> }) {
  const text = useText();
  const lookup = useReceiptLookup();
  const [failed, setFailed] = useState<PageError>();
  const { serialReference, documentDetails } = trip;
  if (!serialReference || !documentDetails?.code || !trip.accountDetails?.receiptNumber) return <p className="govuk-body">{text(t.noReceipt)}</p>;
  const open = async () => {
    setFailed(undefined);
    // Open the tab during the click, because the browser blocks a tab that is opened later, after the answer has arrived.
    const tab = window.open('', '_blank');
    const { year, serial, number } = serialReference;
    const found = await lookup({ documentCode: documentDetails.code as string, year, serial, number }, trip.accountDetails?.receiptId);
    if ('id' in found && tab) {
      tab.opener = null;
      tab.location.href = `/account/receipt/view/${encodeURIComponent(found.id)}`;
      return;
    }
    tab?.close();
    if ('error' in found) setFailed(found.error);
  };
  return (
    <>
      <Button variant="secondary" onClick={open}>
        {text(t.viewReceipt)}
      </Button>
      <div role="alert">{failed ? <p className="govuk-error-message">{failed.message}</p> : null}</div>
    </>
  );
}
