import { CodeColumn, DayColumn, FoldedColumn, IntColumn, RegisteredRow, TextColumn, tokensLength } from '@portal/service-kit';
import { Entity } from 'typeorm';

/** The search columns of a licence; the document itself is `body`. */
@Entity('professional_licence')
export class LicenceRow extends RegisteredRow {
  @CodeColumn(35) subDocumentCode: string | null;
  @CodeColumn(35) documentType: string | null;
  @TextColumn(70) holderName: string | null;
  @FoldedColumn() holderNameFolded: string | null;
  /** A digest; the identity number itself is encrypted in the body. */
  @CodeColumn(70) holderCode: string | null;
  @CodeColumn(tokensLength(70)) holderCodeParts: string | null;
  /** Digests too. */
  @CodeColumn(70) holderMobile: string | null;
  @CodeColumn(70) holderPhone: string | null;
  @CodeColumn(35) indentityCode: string | null;
  @DayColumn() birthDate: string | null;
  @CodeColumn(35) gender: string | null;
  @CodeColumn(35) nationalityCode: string | null;
  @DayColumn() beginDate: string | null;
  @DayColumn() endDate: string | null;
  @CodeColumn(70) licenceNumber: string | null;
  @FoldedColumn() licenceNumberFolded: string | null;
  @CodeColumn(70) previousReference: string | null;
  @FoldedColumn() previousReferenceFolded: string | null;
  @IntColumn() totalFee: number | null;
  /** 1 when the nightly run has found that the licence ends soon, otherwise 0. */
  @IntColumn() aboutToExpire: number | null;
  /** The action by which a second officer decides on the change that waits; null where none waits. */
  @CodeColumn(40) heldStep: string | null;
}
