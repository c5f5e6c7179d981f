import type { Bilingual, DueLine, Money, SerialReference } from '@portal/contract-kit';
import { CodeColumn, DayColumn, FlagColumn, foldedLength, IdColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from '@portal/service-kit';
import { Entity, PrimaryColumn } from 'typeorm';

/** The amount that has to be paid for a document now, as last announced by its service. */
@Entity('invoice')
export class InvoiceRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) documentId: string;
  @CodeColumn(40) service: string;
  @CodeColumn(40) documentCode: string;
  @IntColumn() year: number;
  @CodeColumn(20) serial: string;
  @IntColumn() number: number;
  @CodeColumn(60) reference: string;
  @TextColumn(200) payer: string;
  @CodeColumn(3) currencyCode: string;
  @JsonColumn() lines: DueLine[];
  /** Version of the document with which it was announced. */
  @IntColumn() version: number;
  /** Sum of the unpaid lines. */
  @IntColumn() unpaid: number | null;
  /** The time since which something is unpaid; null if nothing is. */
  @UtcColumn() unpaidSince: Date | null;
  /** Codes of the fees whose payment may be voided; null in rows of earlier releases. */
  @JsonColumn() voidable: string[] | null;
  @JsonColumn() standing: Bilingual | null;
  /** The texts in the form in which they are compared and sorted: without accents and case, and in the reference without dashes. */
  @CodeColumn(foldedLength) referenceFolded: string | null;
  @CodeColumn(foldedLength) payerFolded: string | null;
}

/** A fee of a document that has been paid. The primary key makes it impossible to pay a fee twice. */
@Entity('paid_line')
export class PaidLineRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) documentId: string;
  @PrimaryColumn({ type: 'varchar', length: 70 }) code: string;
  @CodeColumn(36) receiptId: string;
}

@Entity('receipt')
export class ReceiptRow {
  @IdColumn() id: string;
  @CodeColumn(60) reference: string;
  @JsonColumn() serialReference: SerialReference;
  @CodeColumn(36) documentId: string;
  @CodeColumn(60) documentReference: string;
  @CodeColumn(40) documentCode: string;
  @IntColumn() year: number;
  @CodeColumn(20) serial: string;
  @IntColumn() number: number;
  /** Number of the receipt in its own series. */
  @IntColumn() receiptNumber: number;
  @IntColumn() receiptYear: number;
  @DayColumn() date: string;
  @TextColumn(200) payer: string;
  @IntColumn() total: number;
  @CodeColumn(3) currencyCode: string;
  @JsonColumn() lines: DueLine[];
  @TextColumn(200) cashier: string;
  /** Agency of the cashier. The public sees the agency instead of the cashier's name. */
  @CodeColumn(70) office: string | null;
  @UtcColumn() createdAt: Date;
  /** Code of the catalogue `payment-methods`; null in receipts of earlier releases. */
  @CodeColumn(70) method: string | null;
  /** Number of the slip from a card terminal or bank. */
  @CodeColumn(70) slip: string | null;
  @CodeColumn(36) shiftId: string | null;
  /** Account of the cashier; null in receipts of earlier releases. */
  @CodeColumn(128) cashierSub: string | null;
  /** In a counter-receipt: the id and the reference of the receipt that it voids. */
  @CodeColumn(36) voids: string | null;
  @CodeColumn(60) voidsReference: string | null;
  /** Reference of the counter-receipt that voids this receipt. */
  @CodeColumn(60) voidedBy: string | null;
  @TextColumn(1000) comment: string | null;
  /** The texts in the form in which they are compared and sorted: without accents and case, and references without dashes. */
  @CodeColumn(foldedLength) referenceFolded: string | null;
  @CodeColumn(foldedLength) documentReferenceFolded: string | null;
  @CodeColumn(foldedLength) payerFolded: string | null;
  @CodeColumn(foldedLength) cashierFolded: string | null;
}

/** The amount that a till should hold of a payment method and currency when its shift is closed, and the amount that was counted. */
export interface Count extends Money {
  method: string;
  expected: number;
}

/** The time during which a cashier is responsible for a till. */
@Entity('cashier_shift')
export class ShiftRow {
  @IdColumn() id: string;
  @IntColumn() version: number;
  @CodeColumn(128) cashierSub: string;
  @TextColumn(200) cashier: string;
  /** The cashier's name in the form in which it is compared and sorted: without accents and case. */
  @CodeColumn(foldedLength) cashierFolded: string | null;
  @CodeColumn(70) office: string | null;
  /** Account of the cashier while the shift is open. The column is unique, so nobody can have two open shifts. */
  @CodeColumn(128) openFor: string | null;
  @CodeColumn(10) status: 'OPEN' | 'CLOSED';
  /** Whether the service opened the shift itself with the first payment, without a float. */
  @FlagColumn() automatic: boolean;
  @JsonColumn() floats: Money[];
  @UtcColumn() createdAt: Date;
  @UtcColumn() closedAt: Date | null;
  @JsonColumn() counts: Count[] | null;
  /** `YES` or `NO` once the shift is closed. */
  @CodeColumn(3) balanced: string | null;
  @TextColumn(1000) comment: string | null;
}
