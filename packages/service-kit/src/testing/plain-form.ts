/** For tests only: fills in a form without script in the way a browser does. */

const texts: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const unescaped = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => texts[entity] as string);
const attributeOf = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : unescaped(found);
};

/** Returns the names of a drawn form with the values that a browser would send if nothing is changed. A checkbox or radio that is not chosen sends nothing. */
export function sentByForm(html: string): [string, string][] {
  const sent: [string, string][] = [];
  for (const [, tag = '', select = '', area = ''] of html.matchAll(/<input([^>]*)>|<select([^>]*>[\s\S]*?)<\/select>|<textarea([^>]*>[\s\S]*?)<\/textarea>/g)) {
    const control = tag || select || area;
    const name = attributeOf(control.slice(0, control.indexOf('>') + 1 || undefined), 'name');
    if (name === undefined) continue;
    const type = attributeOf(tag, 'type');
    if (type === 'radio' || type === 'checkbox') {
      if (/\schecked/.test(tag)) sent.push([name, attributeOf(tag, 'value') ?? 'on']);
    } else if (tag) sent.push([name, attributeOf(tag, 'value') ?? '']);
    else if (select) sent.push([name, attributeOf(/<option[^>]*\sselected[^>]*>/.exec(select)?.[0] ?? '', 'value') ?? '']);
    else sent.push([name, unescaped(area.slice(area.indexOf('>') + 2))]);
  }
  return sent;
}

/** Returns every name that an input of a drawn form has. */
export const namesInForm = (html: string): string[] => [
  ...new Set([...html.matchAll(/<(?:input|select|textarea)[^>]*?\sname="([^"]*)"/g)].map(([, name]) => unescaped(name as string))),
];

/** Returns what a browser would send with these answers in place of the form's own; `undefined` leaves a name out. */
export function filledIn(html: string, answers: Readonly<Record<string, string | undefined>>): [string, string][] {
  const own = sentByForm(html).filter(([name]) => !(name in answers));
  return [...own, ...Object.entries(answers).filter((entry): entry is [string, string] => entry[1] !== undefined)];
}
