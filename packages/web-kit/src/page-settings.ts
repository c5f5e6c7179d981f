let given: Readonly<Record<string, string>> = {};
let assumed: Record<string, string> = {};
let choices: Record<string, readonly string[]> = {};

/** Gives the settings where there is no page to read them from: in the gateway, which draws pages. */
export function givePageSettings(settings: Readonly<Record<string, string>>): void {
  given = settings;
}

/** The settings that were asked for since the last call and were not given, with the values that were taken instead. */
export function takeAssumedSettings(): Record<string, string> {
  const taken = assumed;
  assumed = {};
  return taken;
}

/** The settings with a fixed list of values that were asked for since the last call and were not given, with their values. */
export function takeSettingChoices(): Record<string, readonly string[]> {
  const taken = choices;
  choices = {};
  return taken;
}

/**
 * A setting that the gateway writes into the page's head as `portal-<name>`. A screen that is drawn when its area is built does not know
 * the deployment: it is drawn with `otherwise`, and its HTML is used only where the setting has that value.
 * @returns `otherwise` where it is missing or empty
 */
export function pageSetting(name: string, otherwise: string): string;
export function pageSetting(name: string): string | undefined;
export function pageSetting(name: string, otherwise?: string): string | undefined {
  if (typeof document !== 'undefined') return document.querySelector<HTMLMetaElement>(`meta[name="portal-${name}"]`)?.content || otherwise;
  if (given[name] === undefined) assumed[name] = otherwise ?? '';
  return given[name] || otherwise;
}

/** A setting with a fixed list of values: a screen that depends on it is drawn for each of them. @returns the first one where it is missing or another */
export function pageChoice<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
  if (typeof document === 'undefined' && given[name] === undefined) choices[name] = values;
  const value = pageSetting(name, values[0]);
  return values.find((each) => each === value) ?? values[0];
}

/** The authority's name. */
export const productName = (): string => pageSetting('product', 'Customs');
/** The authority's name in addresses. */
export const productSlug = (): string => pageSetting('product-slug', 'customs');
