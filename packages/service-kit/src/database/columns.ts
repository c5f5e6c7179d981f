/** Column helpers: differences between the databases are handled here, never in a feature. */
import { Column, type ColumnOptions, PrimaryColumn } from 'typeorm';
import { foldedLength } from '../search/folding.ts';

/** UUIDv7 primary key. */
export const IdColumn = (): PropertyDecorator => PrimaryColumn({ type: 'varchar', length: 36 });
/** A code, reference or other text that is compared exactly. The tables use a binary collation on MySQL. */
export const CodeColumn = (length: number, options: ColumnOptions = {}): PropertyDecorator => Column({ type: 'varchar', length, nullable: true, ...options });
/** A name or other text that people read. */
export const TextColumn = (length: number, options: ColumnOptions = {}): PropertyDecorator => Column({ type: 'varchar', length, nullable: true, ...options });
/** The folded form of a name or number, which is used for comparison. */
export const FoldedColumn = (): PropertyDecorator => CodeColumn(foldedLength);
export const IntColumn = (options: ColumnOptions = {}): PropertyDecorator => Column({ type: 'int', nullable: true, ...options });
export const FlagColumn = (options: ColumnOptions = {}): PropertyDecorator => Column({ type: 'boolean', default: false, ...options });
/** A time in UTC with milliseconds. The program sets it, not the database. */
export const UtcColumn = (options: ColumnOptions = {}): PropertyDecorator => Column({ type: 'datetime', precision: 3, nullable: true, ...options });
/** A day `YYYY-MM-DD`, stored as text because it has no time zone. */
export const DayColumn = (options: ColumnOptions = {}): PropertyDecorator => Column({ type: 'varchar', length: 10, nullable: true, ...options });
export const JsonColumn = (options: ColumnOptions = {}): PropertyDecorator => Column({ type: 'json', nullable: true, ...options });
