/** Converts between a document in memory, which is in clear, and its rows, in which personal fields are encrypted and personal columns hold digests. */
import { type ContractClass, type SearchQuery, valueAt } from '@portal/contract-kit';
import type { BlindIndex } from '../encryption/blind-index.ts';
import { type Encryption, isEncryptedJson } from '../encryption/encryption.ts';
import { mergePersonal, type PersonalTree, personalPaths, personalTree, splitPersonal } from '../encryption/personal-fields.ts';
import { type Folding, folded, foldedColumn } from '../search/folding.ts';
import { blindOperations, type SearchFields } from '../search/search-query.ts';
import type { DocumentRow } from './document-row.ts';
import { searchVersionOf } from './search-version.ts';

type Plain = Record<string, unknown>;

/** Telephone and email of the person who did an action; every document stores them with its actions. */
const actionUsers: PersonalTree = new Map([
  [
    'user',
    new Map([
      ['mobile', 'encrypted'],
      ['email', 'encrypted'],
    ]),
  ],
]);

/** Returns the name of the column that holds tokens for the parts of a value, beside the column with its digest. */
export const tokensColumn = (column: string): string => `${column}Parts`;
/** Returns the length of that column for values of up to this number of letters. */
export const tokensLength = (letters: number): number => 10 + 3 * letters;

/** Returns a value in the form in which it is compared. */
const formOf = (value: unknown, folding: Folding | undefined): unknown => (folding && typeof value === 'string' ? folded(value, folding) : value);

/** Returns the names of the document's top-level fields in which these dotted paths begin. */
export const fieldNames = (paths: Iterable<string>): ReadonlySet<string> => new Set([...paths].map((path) => path.split('.')[0] as string));

export class EncryptedRows {
  private readonly tree: PersonalTree;
  private readonly paths: ReadonlySet<string>;
  /**
   * Columns with the digest of a personal value: the path of the value in the document, the purpose of its digests, and the form of the value that is digested.
   */
  readonly blindColumns: ReadonlyMap<string, { path: string; purpose: string; folding?: Folding; whole?: boolean }>;
  /** Columns in clear that have a second column with their folded form. */
  private readonly foldedColumns: ReadonlyMap<string, Folding>;

  constructor(
    private readonly definition: { kind: string; contract: ContractClass; search: SearchFields; searchLayout?: number },
    private readonly encryption: Encryption,
    private readonly index: BlindIndex,
  ) {
    const own = personalTree(definition.contract);
    this.tree = new Map([...own, ['actions', actionUsers]]);
    this.paths = new Set(personalPaths(own));
    this.blindColumns = new Map(
      Object.entries(definition.search)
        .filter(([path]) => this.paths.has(path))
        .map(([path, { column, folding, whole }]) => [column, { path, purpose: `${definition.kind}/${column}`, folding, whole }]),
    );
    this.foldedColumns = new Map(
      Object.values(definition.search).flatMap(({ column, folding }) =>
        folding && folding !== 'phone' && !this.blindColumns.has(column) ? [[column, folding] as const] : [],
      ),
    );
  }

  private context(id: string): string {
    return `${this.definition.kind} ${id}`;
  }

  /** Returns a row as it is stored: encrypted (in clear while encryption is off), and with its search columns. */
  toStoredRow<Row extends DocumentRow>(row: Row): Row {
    const stored = this.encryption.isOn ? this.encryptedColumns(row.id, row.body) : this.noTokens;
    return { ...row, ...stored, ...this.foldedForms(row), searchVersion: this.searchVersion(row) };
  }

  private searchVersion({ version }: DocumentRow): number {
    return searchVersionOf(version, this.definition.searchLayout);
  }

  private foldedForms(row: DocumentRow): Record<string, string | null> {
    const values = row as unknown as Plain;
    return Object.fromEntries(
      [...this.foldedColumns].map(([column, folding]) => [foldedColumn(column), typeof values[column] === 'string' ? folded(values[column], folding) : null]),
    );
  }

  /** Returns the search columns of a stored row, rebuilt from its present content. */
  searchColumns(row: DocumentRow): Plain {
    const columns: Plain = { ...this.foldedForms(row), searchVersion: this.searchVersion(row) };
    // The personal columns of a row that is not encrypted hold clear values, which stay as they are.
    if (isEncryptedJson({ sealed: row.body.sealed })) Object.assign(columns, this.digests(this.decryptBody(row.id, row.body)));
    return columns;
  }

  private get noTokens(): Record<string, null> {
    return Object.fromEntries([...this.blindColumns].flatMap(([column, { whole }]) => (whole ? [] : [[tokensColumn(column), null]])));
  }

  /** Returns the columns of a stored row that change when it is encrypted again. */
  reEncrypt({ id, body }: DocumentRow): Plain {
    return this.encryptedColumns(id, this.decryptBody(id, body));
  }

  private encryptedColumns(id: string, body: Plain): { body: Plain } & Plain {
    return { body: this.encryptBody(id, body), ...this.digests(body) };
  }

  private digests(body: Plain): Plain {
    const columns: Plain = {};
    for (const [column, { path, purpose, folding, whole }] of this.blindColumns) {
      const value = formOf(valueAt(body, path), folding);
      columns[column] = this.index.digest(purpose, value);
      if (!whole) columns[tokensColumn(column)] = this.index.tokens(purpose, value);
    }
    return columns;
  }

  /**
   * Returns a body as it is stored encrypted. A body without personal values is encrypted too, so that counting the rows in clear shows how many are still to
   * be encrypted.
   */
  encryptBody(id: string, body: Plain): Plain {
    const { clear, personal } = splitPersonal(body, this.tree);
    return { ...clear, sealed: this.encryption.encrypt(JSON.stringify(personal ?? {}), this.context(id)) };
  }

  /** Decrypts a stored body; a body in clear is returned unchanged. */
  decryptBody(id: string, body: Plain): Plain {
    const personal = this.personalOf(id, body);
    if (!personal) return body;
    const { sealed: _sealed, ...clear } = body;
    return mergePersonal(clear, personal) as Plain;
  }

  /** Decrypts only the named fields of a stored body, for lists, which show few fields of many documents. */
  decryptFields(id: string, body: Plain, names: Iterable<string>): Plain {
    const personal = this.personalOf(id, body);
    const fields: Plain = {};
    for (const name of names) {
      if (personal && Object.hasOwn(personal, name)) fields[name] = Object.hasOwn(body, name) ? mergePersonal(body[name], personal[name]) : personal[name];
      else if (Object.hasOwn(body, name)) fields[name] = body[name];
    }
    return fields;
  }

  /** Returns the personal part of a stored body; undefined where the body is stored in clear. */
  private personalOf(id: string, { sealed }: Plain): Plain | undefined {
    return isEncryptedJson({ sealed }) ? JSON.parse(this.encryption.decrypt(sealed as string, this.context(id))) : undefined;
  }

  /** Returns the search fields, changed so that encrypted fields are searched by digest. */
  searchFields(fields: SearchFields): SearchFields {
    return Object.fromEntries(
      Object.entries(fields).map(([path, field]) => {
        const column = this.paths.has(path) ? this.blindColumns.get(field.column) : undefined;
        if (!column) return [path, field];
        const { purpose, folding } = column;
        // Rows of an earlier version contain digests of the value as it was written.
        const formsOf = (value: string) => new Set([String(formOf(value, folding)), value]);
        const blind = {
          forms: (value: string) => [...new Set([...formsOf(value)].flatMap((form) => this.index.forms(purpose, form)))],
          patterns: (value: string) => {
            const lists = [...formsOf(value)].map((form) => this.index.patterns(purpose, form));
            return lists.some((list) => list.length === 0) ? [] : lists.flat();
          },
          tokensColumn: tokensColumn(field.column),
        };
        return [path, { ...field, operations: field.operations ?? blindOperations, blind }];
      }),
    );
  }

  /** Returns the check that a found row must still pass, because digests cannot decide it; null where no check is needed. */
  filterAfterDecryption(query: SearchQuery): ((row: DocumentRow) => boolean) | null {
    const contains = query.criteria.filter((c) => c.operation === 'CONTAINS' && this.paths.has(c.fieldName));
    if (contains.length === 0) return null;
    const names = fieldNames(contains.map((c) => c.fieldName));
    const wanted = contains.map(({ fieldName, values }) => {
      const text = String(values[0]);
      const folding = this.definition.search[fieldName]?.folding;
      // A text that consists only of dashes has no folded form, so it is searched for as it is written.
      const asWritten = text.trim() !== '' && formOf(text, folding) === '';
      const form = (value: unknown): string => String(formOf(value, asWritten ? undefined : folding) ?? '').toUpperCase();
      return { fieldName, form, part: form(text) };
    });
    return ({ id, body }) => {
      const fields = this.decryptFields(id, body, names);
      return wanted.every(({ fieldName, form, part }) => form(valueAt(fields, fieldName)).includes(part));
    };
  }
}
