/** Converts between a document in memory, which is clear, and its rows: personal fields are encrypted, personal columns hold digests. */
import { type ContractClass, type SearchQuery, valueAt } from '@portal/contract-kit';
import type { BlindIndex } from '../encryption/blind-index.ts';
import { type Encryption, isEncryptedJson } from '../encryption/encryption.ts';
import { mergePersonal, type PersonalTree, personalPaths, personalTree, splitPersonal } from '../encryption/personal-fields.ts';
import type { SearchFields } from '../search/search-query.ts';
import type { DocumentRow } from './document-row.ts';

type Plain = Record<string, unknown>;

/** Telephone and email of the person who did an action; every document keeps them with its actions. */
const actionUsers: PersonalTree = new Map([
  [
    'user',
    new Map([
      ['mobile', 'encrypted'],
      ['email', 'encrypted'],
    ]),
  ],
]);

/** Name of the column beside a blind one that holds the tokens of its parts. */
export const tokensColumn = (column: string): string => `${column}Parts`;
/** Length of that column for values of so many letters. */
export const tokensLength = (letters: number): number => 10 + 3 * letters;

/** Names of the document's own fields in which these dotted paths begin. */
export const fieldNames = (paths: Iterable<string>): ReadonlySet<string> => new Set([...paths].map((path) => path.split('.')[0] as string));

export class EncryptedRows {
  private readonly tree: PersonalTree;
  private readonly paths: ReadonlySet<string>;
  /** Columns that repeat a personal value: where it stands in the document, and what its digests are made for. */
  readonly blindColumns: ReadonlyMap<string, { path: string; purpose: string }>;

  constructor(
    private readonly definition: { kind: string; contract: ContractClass; search: SearchFields },
    private readonly encryption: Encryption,
    private readonly index: BlindIndex,
  ) {
    const own = personalTree(definition.contract);
    this.tree = new Map([...own, ['actions', actionUsers]]);
    this.paths = new Set(personalPaths(own));
    this.blindColumns = new Map(
      Object.entries(definition.search)
        .filter(([path]) => this.paths.has(path))
        .map(([path, { column }]) => [column, { path, purpose: `${definition.kind}/${column}` }]),
    );
  }

  private context(id: string): string {
    return `${this.definition.kind} ${id}`;
  }

  /** A row as it is stored: encrypted, or in clear while encryption is off. */
  close<Row extends DocumentRow>(row: Row): Row {
    return this.encryption.isOn ? { ...row, ...this.encryptedColumns(row.id, row.body) } : { ...row, ...this.noTokens };
  }

  private get noTokens(): Record<string, null> {
    return Object.fromEntries([...this.blindColumns.keys()].map((column) => [tokensColumn(column), null]));
  }

  /** The columns of a stored row that change when it is encrypted again. */
  reEncrypt({ id, body }: DocumentRow): Plain {
    return this.encryptedColumns(id, this.decryptBody(id, body));
  }

  private encryptedColumns(id: string, body: Plain): { body: Plain } & Plain {
    const closed: { body: Plain } & Plain = { body: this.encryptBody(id, body) };
    for (const [column, { path, purpose }] of this.blindColumns) {
      const value = valueAt(body, path);
      closed[column] = this.index.digest(purpose, value);
      closed[tokensColumn(column)] = this.index.tokens(purpose, value);
    }
    return closed;
  }

  /** A body as it is stored encrypted, also when no personal field is filled in: so a count of the rows in clear shows how many are still to be encrypted. */
  encryptBody(id: string, body: Plain): Plain {
    const { clear, personal } = splitPersonal(body, this.tree);
    return { ...clear, sealed: this.encryption.encrypt(JSON.stringify(personal ?? {}), this.context(id)) };
  }

  /** A stored body, decrypted; one in clear is returned as it is. */
  decryptBody(id: string, body: Plain): Plain {
    const personal = this.personalOf(id, body);
    if (!personal) return body;
    const { sealed: _sealed, ...clear } = body;
    return mergePersonal(clear, personal) as Plain;
  }

  /** The named fields of a stored body, decrypted: for lists, which show few fields of many documents. */
  decryptFields(id: string, body: Plain, names: Iterable<string>): Plain {
    const personal = this.personalOf(id, body);
    const fields: Plain = {};
    for (const name of names) {
      if (personal && Object.hasOwn(personal, name)) fields[name] = Object.hasOwn(body, name) ? mergePersonal(body[name], personal[name]) : personal[name];
      else if (Object.hasOwn(body, name)) fields[name] = body[name];
    }
    return fields;
  }

  /** The personal half of a stored body; undefined where it is stored in clear. */
  private personalOf(id: string, { sealed }: Plain): Plain | undefined {
    return isEncryptedJson({ sealed }) ? JSON.parse(this.encryption.decrypt(sealed as string, this.context(id))) : undefined;
  }

  /** The search fields, those of blind columns searched by digest. */
  searchFields(fields: SearchFields): SearchFields {
    return Object.fromEntries(
      Object.entries(fields).map(([path, field]) => {
        const column = this.paths.has(path) ? this.blindColumns.get(field.column) : undefined;
        if (!column) return [path, field];
        const { purpose } = column;
        const blind = {
          forms: (value: string) => this.index.forms(purpose, value),
          patterns: (value: string) => this.index.patterns(purpose, value),
          tokensColumn: tokensColumn(field.column),
        };
        return [path, { ...field, blind }];
      }),
    );
  }

  /** The check that a found row must still pass, because digests cannot decide it; null where there is none. */
  remaining(query: SearchQuery): ((row: DocumentRow) => boolean) | null {
    const contains = query.criteria.filter((c) => c.operation === 'CONTAINS' && this.paths.has(c.fieldName));
    if (contains.length === 0) return null;
    const names = fieldNames(contains.map((c) => c.fieldName));
    const held = (fields: Plain, path: string): string => String(valueAt(fields, path) ?? '').toUpperCase();
    return ({ id, body }) => {
      const fields = this.decryptFields(id, body, names);
      return contains.every((c) => held(fields, c.fieldName).includes(String(c.values[0]).toUpperCase()));
    };
  }
}
