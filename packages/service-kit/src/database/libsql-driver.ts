/** libsql as the `driver` of TypeORM's better-sqlite3 data source: adapts the differences between the two packages. */
import { createRequire } from 'node:module';

interface NativeStatement {
  reader: boolean;
  raw(): NativeStatement;
  get(parameters: unknown[]): unknown[] | undefined;
  all(parameters: unknown[]): Record<string, unknown>[];
  run(parameters: unknown[]): { changes: number; lastInsertRowid: number };
}

interface NativeDatabase {
  inTransaction: boolean;
  prepare(sql: string): NativeStatement;
  exec(sql: string): void;
  close(): void;
}

const load = createRequire(typeof __filename === 'string' ? __filename : import.meta.url);
const Native = load('libsql') as new (path: string, options: object) => NativeDatabase;

/**
 * Adapts a statement: binary values arrive as ArrayBuffer, but TypeORM expects Buffer. Parameters are passed as one array, so that a single null or Buffer
 * counts as a value.
 */
class Statement {
  readonly reader: boolean;
  constructor(private readonly native: NativeStatement) {
    this.reader = native.reader;
  }
  all(...parameters: unknown[]): Record<string, unknown>[] {
    const rows = this.native.all(parameters);
    for (const row of rows) for (const key of Object.keys(row)) if (row[key] instanceof ArrayBuffer) row[key] = Buffer.from(row[key] as ArrayBuffer);
    return rows;
  }
  run(...parameters: unknown[]): { changes: number; lastInsertRowid: number } {
    return this.native.run(parameters);
  }
}

/** Replacement for the `better-sqlite3` class, backed by libsql. */
export class LibsqlDatabase {
  private readonly native: NativeDatabase;
  private readonly kept = new Map<string, NativeStatement>();
  constructor(path: string, options: { timeout?: number } = {}) {
    this.native = new Native(path, { timeout: options.timeout ?? 5000 });
  }
  prepare(sql: string): Statement {
    return new Statement(this.native.prepare(sql));
  }
  /**
   * Returns the values of the first row of a prepared statement as an array, because libsql takes longer to name each value than to find the row. Every
   * statement stays prepared, so use it for a small number of different statements.
   */
  first(sql: string, parameters: unknown[]): unknown[] | undefined {
    let statement = this.kept.get(sql);
    if (!statement) {
      statement = this.native.prepare(sql).raw();
      this.kept.set(sql, statement);
    }
    return statement.get(parameters);
  }
  pragma(sql: string): Record<string, unknown>[] {
    return this.prepare(`PRAGMA ${sql}`).all();
  }
  exec(sql: string): void {
    this.native.exec(sql);
  }
  get inTransaction(): boolean {
    return this.native.inTransaction;
  }
  close(): void {
    this.native.close();
  }
}
