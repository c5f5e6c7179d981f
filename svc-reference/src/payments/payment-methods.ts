import { Injectable } from '@nestjs/common';
import { L } from '@portal/contract-kit';
import { type Fault, unprocessable } from '@portal/service-kit';
import { CatalogueStore } from '../catalogue/catalogue-store.ts';
import type { ReceiptRow } from '../database/payment.entities.ts';
import type { ReceiptBody } from './receipt.contract.ts';

/** The method of a receipt that states none. */
export const CASH = 'CASH';

/** The payment methods, from the catalogue `payment-methods`. */
@Injectable()
export class PaymentMethods {
  constructor(private readonly store: CatalogueStore) {}

  /**
   * Returns the method of a payment and the number of its slip.
   * @throws 422
   */
  chosen({ method = CASH, slip }: ReceiptBody): Pick<ReceiptRow, 'method' | 'slip'> {
    const asked = this.codeOf(method || CASH);
    const record = this.store.get('payment-methods').active.find(({ code }) => code === asked);
    const errors: Fault[] = [];
    if (!record) errors.push({ code: 'CHOICE', field: 'method', message: L('There is no such method of payment', 'Não existe esse meio de pagamento') });
    else if (record.slip && !slip) errors.push({ code: 'REQUIRED', field: 'slip', message: L('Enter the number of the slip', 'Indique o número do talão') });
    if (errors.length) throw unprocessable(errors);
    return { method: record?.code ?? CASH, slip: record?.slip ? (slip ?? null) : null };
  }

  /** Returns the code that is asked for; a code that no method has may be that of another method in small letters. */
  codeOf(asked: string): string {
    return this.store.get('payment-methods').byCode.has(asked) ? asked : asked.toUpperCase();
  }

  /** Whether money paid by this method is in the till together with the float. */
  isCash(method: string): boolean {
    return this.store.get('payment-methods').byCode.get(method)?.cash === true;
  }

  /** Returns the method whose amount is counted together with the float. */
  cashMethod(): string {
    return this.store.get('payment-methods').active.find(({ cash }) => cash)?.code ?? CASH;
  }
}
