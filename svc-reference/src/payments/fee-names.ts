import { Injectable } from '@nestjs/common';
import type { DueLine, Language } from '@portal/contract-kit';
import { textIn } from '@portal/service-kit';
import { CatalogueStore } from '../catalogue/catalogue-store.ts';

/** Returns the current names of fees, offices and payment methods, in the reader's language. */
@Injectable()
export class FeeNames {
  constructor(private readonly store: CatalogueStore) {}

  /** Returns the lines with the names of the catalogue; a fee that is not in the catalogue keeps the name with which it was announced. */
  named(lines: readonly DueLine[], language: Language): DueLine[] {
    return lines.map(({ code, name, amount }) => ({ code, name: this.nameOf('fees', code, language) ?? name, amount }));
  }

  /** Returns the name of the office that received the payment. */
  office(agencyCode: string | null, language: Language): string | undefined {
    return agencyCode === null ? undefined : this.nameOf('agencies', agencyCode, language);
  }

  /** Returns the name of a payment method. */
  method(code: string, language: Language): string {
    return this.nameOf('payment-methods', code, language) ?? code;
  }

  private nameOf(catalogue: string, code: string, language: Language): string | undefined {
    const record = this.store.get(catalogue).byCode.get(code);
    return record && textIn(record, 'name', language);
  }
}
