import type { DueLine, SerialReference } from '@portal/contract-kit';
import { CodeColumn, DayColumn, IdColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from '@portal/service-kit';
import { Entity, PrimaryColumn } from 'typeorm';

/** The amount that a document has to pay now, as its service last announced it. */
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
  /** Version of the document that announced it. */
  @IntColumn() version: number;
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
  /** Agency of the cashier. The public sees it instead of the cashier's name. */
  @CodeColumn(70) office: string | null;
  @UtcColumn() createdAt: Date;
}
