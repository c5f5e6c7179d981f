let given: Readonly<Record<string, string>> = {};
let assumed: Record<string, string> = {};
let choices: Record<string, readonly string[]> = {};

/** Provides the settings if there is no page to read them from: in the gateway, which prerenders pages. */
export function givePageSettings(settings: Readonly<Record<string, string>>): void {
  given = settings;
}

/** Returns the settings that were read since the last call and were not provided, with the values that were assumed instead. Then forgets them. */
export function takeAssumedSettings(): Record<string, string> {
  const taken = assumed;
  assumed = {};
  return taken;
}

/** Returns the settings with a fixed list of values that were read since the last call and were not provided, with their lists. Then forgets them. */
export function takeSettingChoices(): Record<string, readonly string[]> {
  const taken = choices;
  choices = {};
  return taken;
}

/**
 * Reads a setting that the gateway writes into the page's head as `portal-<name>`. A screen that is prerendered when its area is built does not know the
 * deployment: it is rendered with `otherwise`, and its HTML is used only if the setting has that value.
 * @returns `otherwise` if the setting is missing or empty
 */
export function pageSetting(name: string, otherwise: string): string;
export function pageSetting(name: string): string | undefined;
export function pageSetting(name: string, otherwise?: string): string | undefined {
  if (typeof document !== 'undefined') return document.querySelector<HTMLMetaElement>(`meta[name="portal-${name}"]`)?.content || otherwise;
  if (given[name] === undefined) assumed[name] = otherwise ?? '';
  return given[name] || otherwise;
}

/**
 * Reads a setting with a fixed list of values. A screen that depends on it is prerendered for each of them. @returns the first value if the setting is missing
 * or not in the list
 */
export function pageChoice<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
  if (typeof document === 'undefined' && given[name] === undefined) choices[name] = values;
  const value = pageSetting(name, values[0]);
  return values.find((each) => each === value) ?? values[0];
}

/** Returns the authority's name. */
export const productName = (): string => pageSetting('product', 'Customs');
/** Returns the authority's name as it is used in addresses. */
export const productSlug = (): string => pageSetting('product-slug', 'customs');
