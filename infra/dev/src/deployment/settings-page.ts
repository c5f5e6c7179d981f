import { expected, productionRule, ServiceSettings, type SettingMeta, settingsOf } from '@portal/service-kit';
import { WitnessSettings } from '@portal/witness';
import type { Component } from './images.ts';
import { settingClasses } from './settings.ts';

const intro = `# Settings

Made from the classes that read them by \`npm run check -- --write\`; change them there.

All are environment variables. What is wrong or missing is listed in one error, by name and meaning and without its value, and the process does not start.
A setting that is empty counts as not set. \`npm start\` gives each part its port, the addresses of the others and random secrets kept in \`DATA_DIR\`.
`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The default as a cell; a secret's is for development alone and no use to anybody. */
const defaultOf = ({ default: value, secret }: SettingMeta): string => (value === undefined ? '' : secret ? 'for development' : `\`${value}\``);

const row = (s: SettingMeta): string =>
  `| ${[`\`${s.env}\``, cell(expected(s)), defaultOf(s), s.secret ? 'yes' : '', productionRule(s), cell(about(s))].join(' | ')} |`;

const about = ({ about: text, requiredWith }: SettingMeta): string => (requiredWith ? `${text}; must be given where \`${requiredWith}\` is` : text);

const section = (title: string, settings: readonly SettingMeta[]): string =>
  [`## ${title}`, '', '| setting | is | default | secret | in production | meaning |', '|---|---|---|---|---|---|', ...settings.map(row), ''].join('\n');

/** All settings of all parts as a page. */
export function settingsPage(): string {
  const common = settingsOf(ServiceSettings);
  const shared = new Set(common.map(({ env }) => env));
  const { gateway, ...services } = settingClasses;
  const own = (component: Component): readonly SettingMeta[] => settingsOf(settingClasses[component]).filter(({ env }) => !shared.has(env));
  return [
    intro,
    section('Gateway', settingsOf(gateway)),
    section('Every service', common),
    ...(Object.keys(services) as Component[]).map((name) => section(`${name}, beside those of every service`, own(name))),
    section('Witness', settingsOf(WitnessSettings)),
  ].join('\n');
}
