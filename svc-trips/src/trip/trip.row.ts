import { CodeColumn, DayColumn, DocumentRow, IntColumn, TextColumn, tokensLength } from '@portal/service-kit';
import { Entity } from 'typeorm';

/** The search columns of a trip; the document itself is `body`. */
@Entity('triptic_trip')
export class TripRow extends DocumentRow {
  @CodeColumn(5) movement: string | null;
  /** The length that the table of trips has always had. */
  @CodeColumn(35) override agencyCode: string | null = null;
  @CodeColumn(70) subDocumentCode: string | null;
  @CodeColumn(70) centerCode: string | null;
  @CodeColumn(35) vehicleNumber: string | null;
  @CodeColumn(35) chasisNumber: string | null;
  @TextColumn(70) ownerName: string | null;
  @TextColumn(70) driverName: string | null;
  /** Digests; the numbers themselves are encrypted in the body. */
  @CodeColumn(70) identityNumber: string | null;
  @CodeColumn(tokensLength(70)) identityNumberParts: string | null;
  @CodeColumn(35) licenseNumber: string | null;
  @CodeColumn(tokensLength(35)) licenseNumberParts: string | null;
  @CodeColumn(70) crossCode: string | null;
  @CodeColumn(70) returnCode: string | null;
  @CodeColumn(70) destinationCode: string | null;
  @DayColumn() entryDate: string | null;
  @DayColumn() expectedDate: string | null;
  @DayColumn() serialDate: string | null;
  @IntColumn() serialYear: number | null;
  @IntColumn() serialNumber: number | null;
}

/** Text columns of the row, with their lengths. */
export const tripTexts = [
  ['movement', 5],
  ['agencyCode', 35],
  ['subDocumentCode', 70],
  ['centerCode', 70],
  ['vehicleNumber', 35],
  ['chasisNumber', 35],
  ['ownerName', 70],
  ['driverName', 70],
  ['identityNumber', 70],
  ['licenseNumber', 35],
  ['crossCode', 70],
  ['returnCode', 70],
  ['destinationCode', 70],
] as const;
