import { Injectable } from '@nestjs/common';
import { type Actor, type Call, forbidden, hasRole, isOfAgency, isStaff, unauthenticated } from '@portal/service-kit';
import { CatalogueStore } from '../catalogue/catalogue-store.ts';

/** The roles of people who work at a till or supervise one. */
export const CASHIER_ROLES = [
  'payment-receipt-create',
  'payment-receipt-read',
  'payment-receipt-search',
  'payment-receipt-void',
  'payment-receipt-supervise',
] as const;
/** The role that may read documents, by the `binder` of their catalogue record. */
const READERS: Record<string, string> = { PROFESSIONAL: 'professional-license-read', TRIPTIC: 'triptic-trip-read' };

/**
 * Decides who may read the payments of a document: cashiers, and officers who may read the document because of the role for its kind and their agency. A caller
 * without a role may read a receipt by its id, which cannot be guessed, and sees the office instead of the cashier's name.
 */
@Injectable()
export class ReceiptAccess {
  constructor(private readonly store: CatalogueStore) {}

  /**
   * Checks a request that uses the reference of a document, which can be guessed.
   * @throws 401, 403
   */
  requireReader(documentCode: string, { actor }: Call): void {
    if (this.isReader(documentCode, actor)) return;
    throw actor.sub === null ? unauthenticated() : forbidden();
  }

  /**
   * Checks a request that uses the id of a receipt.
   * @throws 403 for officers of other documents
   */
  requireHolder(documentCode: string, { actor }: Call): void {
    if (isStaff(actor) && !this.isReader(documentCode, actor)) throw forbidden();
  }

  /** Whether the caller sees the cashier's name. */
  seesPerson(documentCode: string, { actor }: Call): boolean {
    return this.isReader(documentCode, actor);
  }

  private isReader(documentCode: string, actor: Actor): boolean {
    if (hasRole(actor, ...CASHIER_ROLES)) return true;
    const document = this.store.get('documents').byCode.get(documentCode);
    const reader = READERS[String(document?.binder)];
    return reader !== undefined && hasRole(actor, reader) && isOfAgency(actor, String(document?.agencyCode));
  }
}
