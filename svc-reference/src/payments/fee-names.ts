import { Injectable } from '@nestjs/common';
import type { DueLine, Language } from '@portal/contract-kit';
import { textIn } from '@portal/service-kit';
import { CatalogueStore } from '../catalogue/catalogue-store.ts';

/** The current names of fees and offices, in the reader's language. */
@Injectable()
export class FeeNames {
  constructor(private readonly store: CatalogueStore) {}

  /** The lines with the catalogue's names; a fee missing in the catalogue keeps the name it was announced with. */
  named(lines: readonly DueLine[], language: Language): DueLine[] {
    return lines.map(({ code, name, amount }) => ({ code, name: this.nameOf('fees', code, language) ?? name, amount }));
  }

  /** The office that received the payment. */
  office(agencyCode: string | null, language: Language): string | undefined {
    return agencyCode === null ? undefined : this.nameOf('agencies', agencyCode, language);
  }

  /** The name of a method of payment. */
  method(code: string, language: Language): string {
    return this.nameOf('payment-methods', code, language) ?? code;
  }

  private nameOf(catalogue: string, code: string, language: Language): string | undefined {
    const record = this.store.get(catalogue).byCode.get(code);
    return record && textIn(record, 'name', language);
  }
}
