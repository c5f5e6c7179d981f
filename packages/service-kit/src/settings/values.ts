/** The valid values of a setting, defined once for the check and for the sentence that describes them. */

export interface ValueRules {
  /** For numbers: `integer` allows only whole numbers, `min` and `max` are the smallest and largest value, and `above` is an exclusive minimum. */
  integer?: boolean;
  min?: number;
  max?: number;
  above?: number;
  /** The allowed texts, where only certain texts are valid. */
  values?: readonly string[];
  /** The value is a web address, or an address with one of these protocols. */
  url?: true | readonly string[];
  /** A specific format, with an example. */
  shape?: { such: string; test(text: string): boolean };
  /** Whether the setting may hold several values, separated by commas. */
  list?: boolean;
}

type Typed = ValueRules & { type: unknown };

/** Kinds of values that several services use. */
export const settingKinds = {
  port: { integer: true, min: 0, max: 65_535 },
  /** A whole number of at least one. */
  count: { integer: true, min: 1 },
  positive: { above: 0 },
  /** A number of seconds. A wait of more than a day is a mistake, and a timer treats a much longer one as zero. */
  seconds: { above: 0, max: 86_400 },
  web: { url: true },
  redis: { url: ['redis', 'rediss', 'redis+cluster', 'rediss+cluster', 'redis+sentinel', 'rediss+sentinel'] },
  mode: { values: ['development', 'production', 'test'] },
  logLevel: { values: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] },
  slug: { shape: { such: 'border-customs', test: (text: string) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) } },
  language: { shape: { such: 'zh-Hans', test: (text: string) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text) } },
  /** The name of an area and the address of its service. */
  serviceAddress: {
    shape: {
      such: 'permits=http://host:port',
      test: (text: string) => /^[a-z]+=https?:\/\//.test(text) && URL.canParse(text.slice(text.indexOf('=') + 1)),
    },
  },
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

/** Describes the valid values, as the end of the sentence "it must be …". */
export const describeValues = (rules: Typed): string => (rules.list ? `${one(rules)}, or several separated by commas` : one(rules));

function isRight(rules: Typed, text: string): boolean {
  if (rules.values) return rules.values.includes(text);
  if (rules.url) return URL.canParse(text) && protocols(rules).some((protocol) => text.startsWith(schemeOf(protocol)));
  return !rules.shape || rules.shape.test(text);
}

/** Parses the text of a value; returns undefined where it is invalid. */
export function parseValue(rules: Typed, text: string): string | number | boolean | undefined {
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
