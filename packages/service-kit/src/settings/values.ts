/** What the value of a setting may be: said in one place, for the check and for whoever reads its sentence. */

export interface ValueRules {
  /** Numbers: whole ones alone, smallest, largest, and what they must be above. */
  integer?: boolean;
  min?: number;
  max?: number;
  above?: number;
  /** The texts there are. */
  values?: readonly string[];
  /** An address of the web, or one of these protocols. */
  url?: true | readonly string[];
  /** A shape of its own, with an example of it. */
  shape?: { such: string; test(text: string): boolean };
  /** Several of them, separated by commas. */
  list?: boolean;
}

type Typed = ValueRules & { type: unknown };

/** Kinds of values that several services have. */
export const kinds = {
  port: { integer: true, min: 0, max: 65_535 },
  /** How many of something there are: one at least. */
  count: { integer: true, min: 1 },
  positive: { above: 0 },
  /** Longer waits than a day are a mistake, and what is far longer a timer takes for none. */
  seconds: { above: 0, max: 86_400 },
  web: { url: true },
  redis: { url: ['redis', 'rediss', 'redis+cluster', 'rediss+cluster'] },
  mode: { values: ['development', 'production', 'test'] },
  logLevel: { values: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] },
  slug: { shape: { such: 'border-customs', test: (text: string) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) } },
  identifier: { shape: { such: 'portal_1', test: (text: string) => /^\w+$/.test(text) } },
} as const satisfies Record<string, ValueRules>;

const protocols = ({ url }: ValueRules): readonly string[] => (Array.isArray(url) ? (url as readonly string[]) : ['http', 'https']);

const schemeOf = (protocol: string): string => `${protocol}://`;

function numbers({ integer, min, max, above }: ValueRules): string {
  const least = above !== undefined ? `above ${above}` : min !== undefined ? `from ${min}` : '';
  const most = max !== undefined ? `up to ${max}` : min !== undefined ? 'upwards' : '';
  return [integer ? 'a whole number' : 'a number', least, most].filter(Boolean).join(' ');
}

function one(rules: Typed): string {
  if (rules.type === Number) return numbers(rules);
  if (rules.type === Boolean) return 'true or false';
  if (rules.values) return `one of ${rules.values.join(', ')}`;
  if (rules.url) return `an address: ${protocols(rules).map(schemeOf).join(' or ')}…`;
  return rules.shape ? `such as ${rules.shape.such}` : 'text';
}

/** What a value must be, as the end of "it must be …". */
export const expected = (rules: Typed): string => (rules.list ? `${one(rules)}, or several separated by commas` : one(rules));

function isRight(rules: Typed, text: string): boolean {
  if (rules.values) return rules.values.includes(text);
  if (rules.url) return URL.canParse(text) && protocols(rules).some((protocol) => text.startsWith(schemeOf(protocol)));
  return !rules.shape || rules.shape.test(text);
}

/** The value that a text stands for, or nothing where it is not what it must be. */
export function read(rules: Typed, text: string): string | number | boolean | undefined {
  if (rules.type === Number) {
    const n = Number(text);
    const { integer, min = -Infinity, max = Infinity, above = -Infinity } = rules;
    return Number.isFinite(n) && (!integer || Number.isSafeInteger(n)) && n >= min && n <= max && n > above ? n : undefined;
  }
  if (rules.type === Boolean) {
    if (['true', '1', 'on'].includes(text)) return true;
    return ['false', '0', 'off'].includes(text) ? false : undefined;
  }
  const parts = rules.list
    ? text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : [text];
  return parts.every((part) => isRight(rules, part)) ? text : undefined;
}
