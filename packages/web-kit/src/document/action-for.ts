import type { OfferedAction } from '@portal/contract-kit';

/** Key of a stand-in for the offered actions, used when a screen is rendered before its document is known: it looks an action up by name and mode. */
export const actionLookup: unique symbol = Symbol('asked actions');
type Actions = readonly OfferedAction[] & { [actionLookup]?: (name: string, mode: string) => OfferedAction | undefined };

/** Returns the offered action with a name in a mode of the form. */
export function actionFor(actions: Actions | undefined, name: string, mode: string): OfferedAction | undefined {
  const ask = actions?.[actionLookup];
  if (ask) return ask(name, mode);
  return actions?.find((action) => action.name === name && (action.modes.includes(mode) || action.modes.includes('*')));
}
