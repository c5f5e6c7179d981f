import { WaitingPage } from '@portal/web-kit/forms';
import { type ComponentProps, useCallback } from 'react';
import { groupErrors } from '../group/use-group.tsx';
import type { DeclarationKind } from './declaration.api.ts';
import { shared } from './texts.ts';

type ErrorsOf = NonNullable<ComponentProps<typeof WaitingPage>['errorsOf']>;

/** Lists the declarations of one kind that wait on this device to be sent. */
export default function WaitingScreen({ kind }: { kind: DeclarationKind }) {
  const isArrival = kind.roleName === 'traveller';
  const errorsOf = useCallback<ErrorsOf>(
    ({ errors = [], draft }) =>
      groupErrors(errors, draft.values, async () => (await (isArrival ? import('../arrival/group-parts.tsx') : import('../departure/group-parts.tsx'))).parts),
    [isArrival],
  );
  return <WaitingPage form={kind.publicBase} title={isArrival ? shared.waitingArrival : shared.waitingDeparture} errorsOf={errorsOf} />;
}
