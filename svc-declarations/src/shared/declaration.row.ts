import { CodeColumn, DayColumn, RegisteredRow, TextColumn, tokensLength } from '@portal/service-kit';

/** The search columns of both declarations; the document itself is `body`. */
export abstract class DeclarationRow extends RegisteredRow {
  @TextColumn(200) applicantName: string;
  /** A digest; the passport number itself is encrypted in the body. */
  @CodeColumn(70) travellerCode: string;
  @CodeColumn(tokensLength(70)) travellerCodeParts: string | null;
  @CodeColumn(70) nationalityCode: string;
  @TextColumn(70) firstName: string;
  @TextColumn(70) lastName: string;
  @DayColumn() birthDate: string;
  @DayColumn() expiryDate: string;
  @CodeColumn(70) gender: string;
  @TextColumn(35) occupation: string;
  @CodeColumn(70) reason: string | null;
  @CodeColumn(70) entryPointCode: string;
  @CodeColumn(70) pointCode: string;
  @TextColumn(500) pointName: string | null;
  @CodeColumn(70) flightCode: string | null;
  @CodeColumn(35) flightNumber: string;
  @CodeColumn(3) currencyStatus: string;
}
