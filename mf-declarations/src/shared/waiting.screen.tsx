import { WaitingPage } from '@portal/web-kit/forms';
import type { DeclarationKind } from './declaration.api.ts';
import { shared } from './texts.ts';

/** Lists the declarations of one kind that wait on this device to be sent. */
export default function WaitingScreen({ of }: { of: DeclarationKind }) {
  return <WaitingPage form={of.publicBase} title={of.name === 'traveller' ? shared.waitingArrival : shared.waitingDeparture} />;
}
