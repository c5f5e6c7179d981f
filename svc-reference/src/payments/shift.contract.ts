/** The bodies with which a cashier opens and closes a shift. Amounts are integers in minor units. */
import { Integer, L, ListOf, Text } from '@portal/contract-kit';

export class FloatAmount {
  @Text({ label: L('Currency', 'Moeda'), required: true, max: 3, upper: true }) currencyCode?: string;
  @Integer({ label: L('Amount', 'Montante'), required: true }) amount?: number;
}

export class OpenShiftBody {
  /** The cash in the till at the start, with at most one amount for each currency. */
  @ListOf(() => FloatAmount, { label: L('Float', 'Fundo de caixa'), max: 20 }) floats?: FloatAmount[];
}

export class CountedAmount {
  @Text({ label: L('Method of payment', 'Meio de pagamento'), required: true, max: 70 }) method?: string;
  @Text({ label: L('Currency', 'Moeda'), required: true, max: 3, upper: true }) currencyCode?: string;
  /** Negative where more was paid back than received. */
  @Integer({ label: L('Counted', 'Contado'), required: true, min: Number.MIN_SAFE_INTEGER }) amount?: number;
}

export class CloseShiftBody {
  @Integer({ label: L('Version', 'Versão'), required: true }) version?: number;
  /** The counted amounts, one for each payment method and currency of the shift. */
  @ListOf(() => CountedAmount, { label: L('Counted', 'Contado'), max: 100 }) counted?: CountedAmount[];
  @Text({ label: L('Comment', 'Comentário'), max: 1000, lines: true }) comment?: string;
}
