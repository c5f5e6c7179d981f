import type { OfferedAction } from '@portal/contract-kit';

/** Where a screen is drawn before its document is known, its actions only answer to a name and a mode. */
export const askedActions: unique symbol = Symbol('asked actions');
type Actions = readonly OfferedAction[] & { [askedActions]?: (name: string, mode: string) => OfferedAction | undefined };

/** The offered action of a name in a mode of the form. */
export function actionFor(actions: Actions | undefined, name: string, mode: string): OfferedAction | undefined {
  const ask = actions?.[askedActions];
  if (ask) return ask(name, mode);
  return actions?.find((action) => action.name === name && (action.modes.includes(mode) || action.modes.includes('*')));
}
