/**
 * Finds SQL that does not run on every supported engine: MySQL, MariaDB, and the distributed engines TiDB and Vitess.
 * docs/scaling.md lists the reasons with their sources.
 */
interface Rule {
  pattern: RegExp;
  reason: string;
}

const rules: Rule[] = [
  { pattern: /\bforeign\s+key\b|\breferences\s+[`\w]+\s*\(/i, reason: 'foreign keys: Vitess has none across shards' },
  { pattern: /\bcreate\s+(or\s+replace\s+)?(definer\s*=\s*\S+\s+)?trigger\b/i, reason: 'triggers: TiDB has none' },
  {
    pattern: /\bcreate\s+(or\s+replace\s+)?(definer\s*=\s*\S+\s+)?(procedure|function)\b|^\s*call\s+\w/i,
    reason: 'stored procedures and functions: TiDB has none',
  },
  { pattern: /\bcreate\s+(definer\s*=\s*\S+\s+)?event\b/i, reason: 'events: TiDB has none' },
  { pattern: /\bfulltext\b|\bmatch\s*\([^)]*\)\s*against\b/i, reason: 'full-text search: TiDB has none' },
  { pattern: /\bspatial\b|\b(geometry|point|polygon|linestring)\s+(not\s+)?null\b|\bst_\w+\s*\(/i, reason: 'spatial types: TiDB has none' },
  { pattern: /\b(get_lock|release_lock|is_free_lock|is_used_lock)\s*\(/i, reason: 'named locks: Vitess ties them to one shard; take a row with a lease' },
  { pattern: /\b(un)?lock\s+tables?\b/i, reason: 'LOCK TABLES: Vitess and TiDB do not keep its promise' },
  { pattern: /\bskip\s+locked\b|\bnowait\b/i, reason: 'SKIP LOCKED: TiDB has none' },
  { pattern: /\bfor\s+share\b|\block\s+in\s+share\s+mode\b/i, reason: 'shared row locks: TiDB takes none by default' },
  { pattern: /\b(as\s*\(.+\)\s*(stored|persistent|virtual))|\bgenerated\s+always\b/i, reason: 'generated columns: write the column in code' },
  { pattern: /\bcreate\s+table\b.*\b(as\s+)?select\b/is, reason: 'CREATE TABLE … SELECT: TiDB has none' },
  { pattern: /\bselect\b.*\binto\s+(outfile|dumpfile|@)/is, reason: 'SELECT … INTO: Vitess has none across shards' },
  { pattern: /\bload\s+data\b/i, reason: 'LOAD DATA: Vitess has none' },
  { pattern: /\bcreate\s+temporary\s+table\b/i, reason: 'temporary tables: Vitess has them on unsharded keyspaces alone' },
  { pattern: /\bxa\s+(start|begin|prepare|commit)\b/i, reason: 'XA: TiDB has none' },
  { pattern: /\bcheck\s*\(/i, reason: 'CHECK constraints: TiDB ignores them by default; check in code' },
  { pattern: /\bcreate\s+(or\s+replace\s+)?(algorithm\s*=\s*\w+\s+)?view\b/i, reason: 'views: Vitess keeps them by itself alone' },
  { pattern: /\b(optimize|repair|check|checksum)\s+table\b/i, reason: 'table maintenance: TiDB has none' },
  { pattern: /\blast_insert_id\s*\(|\bauto_increment\b/i, reason: 'AUTO_INCREMENT: numbers of several nodes are in no order; ids are made in code' },
  { pattern: /\benum\s*\(|\bset\s*\('/i, reason: 'ENUM: a new value alters the table; keep the code as text' },
  { pattern: /\bdrop\s+primary\s+key\b/i, reason: 'another primary key: TiDB changes none that clusters the rows' },
  { pattern: /\bcollate\s*[= ]\s*(?!utf8mb4_bin\b)\w+/i, reason: 'a collation other than utf8mb4_bin: they differ between the engines' },
];

/** Matches TypeORM's table of completed migrations. Only the names in it are read, so its AUTO_INCREMENT does no harm. */
const own = /^create table `migrations` \(`id` int not null auto_increment/i;

/** Returns the reasons why a statement does not run on every engine. */
export const portabilityFaults = (sql: string): string[] => (own.test(sql) ? [] : rules.filter(({ pattern }) => pattern.test(sql)).map(({ reason }) => reason));
