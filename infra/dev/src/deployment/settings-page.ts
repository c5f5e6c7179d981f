import { describeValues, productionRule, ServiceSettings, type SettingMeta, settingsOf } from '@portal/service-kit';
import { type Component, components, ofKind } from './components.ts';
import { settingsClassOf } from './settings.ts';

const intro = `# Settings

Generated from the settings classes by \`npm run check -- --write\`; change the classes, not this page.

All settings are environment variables. If settings are wrong or missing, the process lists all of them in one error, by name and meaning and without their values, and does not start.
An empty setting counts as not set. \`npm start\` gives each part its port, the addresses of the others, and random secrets that it stores in \`DATA_DIR\`.
`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** Returns the default for a table cell. The default of a secret is not shown, because it is for development only. */
const defaultOf = ({ default: value, secret }: SettingMeta): string => (value === undefined ? '' : secret ? 'for development' : `\`${value}\``);

const row = (s: SettingMeta): string =>
  `| ${[`\`${s.env}\``, cell(describeValues(s)), defaultOf(s), s.secret ? 'yes' : '', productionRule(s), cell(about(s))].join(' | ')} |`;

const about = ({ about: text, requiredWith }: SettingMeta): string => (requiredWith ? `${text}; required if \`${requiredWith}\` is set` : text);

const section = (title: string, settings: readonly SettingMeta[]): string =>
  [`## ${title}`, '', '| setting | type | default | secret | in production | meaning |', '|---|---|---|---|---|---|', ...settings.map(row), ''].join('\n');

/** Returns a Markdown page with all settings of all components. */
export async function settingsPage(root: string): Promise<string> {
  const all = components(root);
  const common = settingsOf(ServiceSettings);
  const shared = new Set(common.map(({ env }) => env));
  const of = async (component: Component): Promise<readonly SettingMeta[]> => settingsOf(await settingsClassOf(component));
  const sections = async (kind: Component['kind'], title: (name: string) => string): Promise<string[]> =>
    Promise.all(
      ofKind(all, kind).map(async (component) => {
        const settings = await of(component);
        return { title: title(component.name), settings: kind === 'service' ? settings.filter(({ env }) => !shared.has(env)) : settings };
      }),
    ).then((found) => found.filter(({ settings }) => settings.length).map(({ title: heading, settings }) => section(heading, settings)));
  return [
    intro,
    ...(await sections('gateway', () => 'Gateway')),
    section('Every service', common),
    ...(await sections('service', (name) => `${name}: further settings`)),
    ...(await sections('witness', () => 'Witness')),
    ...(await sections('ops', () => 'Backups and verification')),
  ].join('\n');
}
