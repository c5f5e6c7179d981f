import { CodeColumn, DayColumn, FoldedColumn, RegisteredRow, TextColumn, tokensLength } from '@portal/service-kit';
import { Entity } from 'typeorm';

/** The search columns of a trip; the document itself is `body`. */
@Entity('triptic_trip')
export class TripRow extends RegisteredRow {
  @CodeColumn(5) movement: string | null;
  /** The length that this column has had since the first release. */
  @CodeColumn(35) override agencyCode: string | null = null;
  @CodeColumn(70) subDocumentCode: string | null;
  @CodeColumn(70) centerCode: string | null;
  @CodeColumn(35) vehicleNumber: string | null;
  @FoldedColumn() vehicleNumberFolded: string | null;
  @CodeColumn(35) chasisNumber: string | null;
  @FoldedColumn() chasisNumberFolded: string | null;
  @TextColumn(70) ownerName: string | null;
  @FoldedColumn() ownerNameFolded: string | null;
  @TextColumn(70) driverName: string | null;
  @FoldedColumn() driverNameFolded: string | null;
  /** Digests; the numbers themselves are encrypted in the body. */
  @CodeColumn(70) identityNumber: string | null;
  @CodeColumn(tokensLength(70)) identityNumberParts: string | null;
  @CodeColumn(35) licenseNumber: string | null;
  @CodeColumn(tokensLength(35)) licenseNumberParts: string | null;
  @CodeColumn(70) contactNumber: string | null;
  @CodeColumn(70) crossCode: string | null;
  @CodeColumn(70) returnCode: string | null;
  @CodeColumn(70) destinationCode: string | null;
  @DayColumn() entryDate: string | null;
  @DayColumn() expectedDate: string | null;
}
