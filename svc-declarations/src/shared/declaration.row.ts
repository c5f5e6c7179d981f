import { CodeColumn, DayColumn, FoldedColumn, RegisteredRow, TextColumn, tokensLength } from '@portal/service-kit';

/** The search columns of both kinds of declaration. The document itself is in `body`. */
export abstract class DeclarationRow extends RegisteredRow {
  /** Id of the group that the declaration belongs to. */
  @CodeColumn(36) groupId: string | null;
  @TextColumn(200) applicantName: string | null;
  @FoldedColumn() applicantNameFolded: string | null;
  /** A digest; the passport number itself is encrypted in the body. */
  @CodeColumn(70) travellerCode: string | null;
  @CodeColumn(tokensLength(70)) travellerCodeParts: string | null;
  /** A digest too. */
  @CodeColumn(70) phoneNumber: string | null;
  @CodeColumn(70) nationalityCode: string | null;
  @TextColumn(70) firstName: string | null;
  @FoldedColumn() firstNameFolded: string | null;
  @TextColumn(70) lastName: string | null;
  @FoldedColumn() lastNameFolded: string | null;
  @DayColumn() birthDate: string | null;
  @DayColumn() expiryDate: string | null;
  @CodeColumn(70) gender: string | null;
  @TextColumn(35) occupation: string | null;
  @CodeColumn(70) reason: string | null;
  @CodeColumn(70) entryPointCode: string | null;
  @CodeColumn(70) pointCode: string | null;
  /** Not searched: `flightDetails.description` is searched by `pointCode`. */
  @TextColumn(500) pointName: string | null;
  @CodeColumn(70) flightCode: string | null;
  @CodeColumn(35) flightNumber: string | null;
  @FoldedColumn() flightNumberFolded: string | null;
  @CodeColumn(3) currencyStatus: string | null;
}
