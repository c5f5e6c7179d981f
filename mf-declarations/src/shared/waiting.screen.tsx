import { WaitingPage } from '@portal/web-kit/forms';
import type { DeclarationKind } from './declaration.api.ts';
import { shared } from './texts.ts';

/** What waits on this device to be sent, of one kind of declaration. */
export default function WaitingScreen({ of }: { of: DeclarationKind }) {
  return <WaitingPage form={of.publicBase} title={of.name === 'traveller' ? shared.waitingArrival : shared.waitingDeparture} />;
}
