/**
 * A change to the holder or the validity of a licence. It takes effect when a second officer confirms it.
 * Until then the licence stays unchanged.
 */
import { valueAt } from '@portal/contract-kit';
import { type ActionRule, dateTime } from '@portal/service-kit';
import { changeableFields, confirmedFields, isOfficersChange, type LicenceDocument, type LicenceHolder, type LicenceStatus } from '../../contract/index.ts';
import { take, withNames } from './licence.copy.ts';

export const adjustmentWaits = (licence: LicenceDocument): boolean => licence.pendingChange?.action === 'adjustment';
export const modificationWaits = (licence: LicenceDocument): boolean => licence.pendingChange?.action === 'modification';
export const noChangeWaits = (licence: LicenceDocument): boolean => !licence.pendingChange;

/** Whether another officer must confirm the action's change. */
const needsConfirmation = (before: LicenceDocument, after: LicenceDocument): boolean =>
  confirmedFields.some((field) => (valueAt(before, field) ?? '') !== (valueAt(after, field) ?? ''));

/** Returns the unchanged licence with the change stored as pending, if the change needs a second officer. */
export const waitForSecondOfficer: NonNullable<ActionRule<LicenceStatus, LicenceDocument>['hold']> = (before, after, { action, actor, now }) => {
  if (!isOfficersChange(action) || !needsConfirmation(before, after)) return after;
  const values = Object.fromEntries(withNames(changeableFields[action]).map((field) => [field, valueAt(after, field)]));
  return { ...before, pendingChange: { action, askedBy: actor.name, askedAt: dateTime(now), values: values as LicenceHolder } };
};

/**
 * Returns the licence with the pending change applied. If the change moves the end date, the mark that the licence ends soon is removed, and the nightly run
 * decides again.
 */
export function applyChange(licence: LicenceDocument): LicenceDocument {
  const { pendingChange, ...rest } = licence;
  if (!pendingChange?.action) return licence;
  const changed = take(changeableFields[pendingChange.action], rest as LicenceDocument, pendingChange.values as unknown as Record<string, unknown>);
  return changed.endDate === licence.endDate ? changed : { ...changed, aboutToExpire: undefined };
}

/** Returns the licence without the pending change. */
export function dropChange(licence: LicenceDocument): LicenceDocument {
  const { pendingChange: _dropped, ...rest } = licence;
  return rest as LicenceDocument;
}
