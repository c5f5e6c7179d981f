/** The changes that the actions of officers make to a trip. */
import { dayOf } from '@portal/contract-kit';
import { type ActionRule, keepRegisteredFiles, withTicks } from '@portal/service-kit';
import {
  type ApprovalInput,
  authoriserShown,
  type ConfirmationInput,
  type MediaRow,
  type ModificationInput,
  type OwnershipInput,
  type ReturnInput,
  type TripDocument,
  type TripDocumentStatus,
  type TripMode,
  type VerificationInput,
} from '../../contract/index.ts';

type Change = NonNullable<ActionRule<TripDocumentStatus, TripDocument>['change']>;

/** Returns the authoriser that the officer chose, if the form of this mode has that section. Otherwise the stored authoriser stays. */
const authoriserOf = (trip: TripDocument, mode: TripMode, chosen: TripDocument['authoriserDetails']): Pick<TripDocument, 'authoriserDetails'> =>
  chosen?.code && authoriserShown(mode, trip) ? { authoriserDetails: chosen } : {};

const filesOf = (trip: TripDocument, given: MediaRow[] | undefined): Pick<TripDocument, 'medias'> =>
  given ? { medias: keepRegisteredFiles(trip.medias, given) } : {};

/** Applies a verification: the confirmed requirements, the authoriser and files. The applicant's ticks stay. */
export const verify: Change = (trip, input) => {
  const { requirements, authoriserDetails, medias } = input as VerificationInput;
  return {
    ...trip,
    ...authoriserOf(trip, 'verification', authoriserDetails),
    ...filesOf(trip, medias),
    requirements: withTicks(trip.requirements ?? [], requirements, 'confirmed'),
  };
};

export const approve: Change = (trip, input) => ({ ...trip, ...authoriserOf(trip, 'approval', (input as ApprovalInput).authoriserDetails) });

/** Sets the day of the crossing: the officer's, or today. */
export const confirmCrossing: Change = (trip, input, { now }) => {
  const { crossingDate = dayOf(now), authoriserDetails } = input as ConfirmationInput;
  return { ...trip, ...authoriserOf(trip, 'confirmation', authoriserDetails), crossingDate };
};

/** Sets the day of the return: the officer's, or today. */
export const confirmReturn: Change = (trip, input, { now }) => ({ ...trip, actualDate: (input as ReturnInput).actualDate ?? dayOf(now) });

export const modify: Change = (trip, input) => {
  const { authoriserDetails, goods, requirements, medias, crossName, returnName, ...changed } = input as ModificationInput;
  return {
    ...trip,
    ...changed,
    // Copied even if undefined, so that the name of a crossing point is removed together with its code.
    crossName,
    returnName,
    ...authoriserOf(trip, 'modification', authoriserDetails),
    ...filesOf(trip, medias),
    ...(goods ? { goods } : {}),
    requirements: withTicks(trip.requirements ?? [], requirements, 'accepted'),
  };
};

/** Sets the new owner. If the new owner drives, the old driver's papers and addresses are replaced by the new owner's. Otherwise the driver stays. */
export const transferOwnership: Change = (trip, input) => {
  const { ownerName, ownerAddress, ownerDriver = false, medias, ...driver } = input as OwnershipInput;
  const { identityNumber, nationalityCode, nationalityName, licenseNumber, contactNumber, foreignAddress } = driver;
  return {
    ...trip,
    ...filesOf(trip, medias),
    ownerName,
    ownerAddress,
    ownerDriver,
    ...(ownerDriver ? { identityNumber, nationalityCode, nationalityName, licenseNumber, contactNumber, foreignAddress } : {}),
  };
};

/** Copies the owner's name and local address to the driver while the owner drives. Changes the trip in place. */
export function deriveDriver(trip: TripDocument): void {
  if (trip.ownerDriver !== true) return;
  trip.driverName = trip.ownerName;
  trip.localAddress = trip.ownerAddress?.toUpperCase();
}
