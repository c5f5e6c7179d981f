/** The bodies with which a cashier records a receipt and a second person voids it. */
import { Integer, L, ListOf, Text } from '@portal/contract-kit';

export class ReceiptLine {
  @Text({ label: L('Fee code', 'Código da taxa'), required: true, max: 70 }) code?: string;
  @Integer({ label: L('Amount', 'Montante'), required: true }) amount?: number;
}

/** The body of a new receipt. It identifies the document by its serial reference; amounts are integers in minor units. */
export class ReceiptBody {
  @Text({ label: L('Document code', 'Código do documento'), required: true, max: 40, upper: true }) documentCode?: string;
  @Integer({ label: L('Year', 'Ano'), required: true }) year?: number;
  @Text({ label: L('Series', 'Série'), required: true, max: 20, upper: true }) serial?: string;
  @Integer({ label: L('Number', 'Número'), required: true }) number?: number;
  @Text({ label: L('Payer', 'Pagador'), max: 200, upper: true }) payer?: string;
  @Integer({ label: L('Total', 'Total'), required: true }) total?: number;
  @Text({ label: L('Currency', 'Moeda'), max: 3, upper: true }) currencyCode?: string;
  @ListOf(() => ReceiptLine, { label: L('Lines', 'Linhas'), max: 100 }) lines?: ReceiptLine[];
  /** Code in the catalogue `payment-methods`; without it, cash. */
  @Text({ label: L('Method of payment', 'Meio de pagamento'), max: 70 }) method?: string;
  @Text({ label: L('Slip number', 'Número do talão'), max: 70, upper: true }) slip?: string;
}

/** The body with which a second person voids a receipt. */
export class VoidBody {
  @Integer({ label: L('Version', 'Versão'), required: true }) version?: number;
  @Text({ label: L('Comment', 'Comentário'), required: true, max: 1000, lines: true }) comment?: string;
}
