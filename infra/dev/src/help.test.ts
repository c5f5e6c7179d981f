/** Tests the staff manual: every screen has a part in it, and every action and word that its texts name exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AreaHelp, type HelpPart, placeholdersIn } from '@portal/contract-kit';
import { developmentUsers } from '../../identity/src/users.ts';

const root = join(__dirname, '../../..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const areas = readdirSync(root).filter((name) => name.startsWith('mf-'));

interface AreaFile {
  api: string;
  menu: { path: string; audience: string; roles: string[] }[];
  kinds: { statistics?: string }[];
}
const areaOf = (area: string): AreaFile => JSON.parse(read(area, 'area.json')) as AreaFile;
const helpOf = (area: string): AreaHelp => (require(join(root, area, 'src/help/help.ts')) as { help: AreaHelp }).help;

/** Returns the routes of the staff screens, without public routes and redirects. */
function staffRoutes(area: string): string[] {
  const code = read(area, 'src/app.tsx');
  const isPublic = new Set(areaOf(area).menu.flatMap(({ audience, path }) => (audience === 'public' ? [path] : [])));
  return [...code.matchAll(/<Route path="([^"]+)" element=\{<(\w+)/g)].flatMap(([, path = '', element]) =>
    path === '*' || element === 'Navigate' || path.startsWith('/eservice/') || isPublic.has(path) ? [] : [path],
  );
}

/** Returns the actions in the workflow tables of a service. */
function actionsOf(api: string): Set<string> {
  const folder = join(root, api.replace('/api/', 'svc-'), 'src');
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith('.workflow.ts'));
  return new Set(
    files.flatMap((file) => {
      const tables = Object.values(require(join(folder, file)) as Record<string, { actions?: object }>);
      return tables.flatMap((table) => Object.keys(table?.actions ?? {}));
    }),
  );
}

/** Returns the keys of the texts on the kit's screens for officers. */
function kitWords(): Set<string> {
  const staff = join(root, 'packages/web-kit/src/staff');
  const files = (readdirSync(staff, { recursive: true }) as string[]).filter((file) => file.endsWith('texts.ts'));
  const keys = (node: unknown, path: string[]): string[] =>
    typeof node === 'string' ? [path.join('.')] : Object.entries(node as object).flatMap(([name, value]) => keys(value, [...path, name]));
  return new Set(
    files.flatMap((file) => Object.values(require(join(staff, file)) as Record<string, { en?: object }>).flatMap(({ en }) => (en ? keys(en, []) : []))),
  );
}

const words = kitWords();
function expectNamed(part: HelpPart, actions: ReadonlySet<string>): void {
  const texts = [part.title, ...(part.about ?? []), ...(part.steps ?? [])].flatMap(({ en, pt }) => [en, pt]);
  for (const text of texts) {
    expect(text).not.toMatch(/\{\{/);
    const named = placeholdersIn(text);
    for (const action of named.actions) expect([...actions]).toContain(action);
    for (const word of named.words) expect([...words]).toContain(word);
  }
}

describe.each(areas)('the manual of %s', (area) => {
  const { api, menu, kinds } = areaOf(area);
  const { parts } = helpOf(area);

  it('has a part for every screen of staff', () => {
    const explained = new Set(parts.flatMap(({ screens = [] }) => screens));
    const isExplained = (route: string): boolean => explained.has(route);
    expect(staffRoutes(area).filter((route) => !isExplained(route))).toEqual([]);
  });

  it('has parts with different names, each for somebody', () => {
    expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
    for (const { roles, actions, screens = [] } of parts) {
      const entry = menu.some(({ audience, path }) => audience === 'staff' && (screens[0] === path || screens[0]?.startsWith(`${path}/`)));
      expect(Boolean(roles?.length) || actions !== undefined || entry).toBe(true);
    }
  });

  it('names actions of the workflows and words of the kit alone', () => {
    const actions = kinds.length ? actionsOf(api) : new Set<string>();
    for (const part of parts) {
      expectNamed(part, actions);
      for (const name of part.actions?.names ?? []) expect([...actions]).toContain(name);
      if (part.actions) expect(kinds.map(({ statistics }) => statistics)).toContain(part.actions.kind);
    }
  });

  it('asks nobody to do what only others may do', () => {
    for (const { roles = [], steps = [] } of parts)
      for (const [role = '', prefix] of roles.flatMap((each) => [...each.matchAll(/^(.+)-(?:read|search)$/g)]))
        for (const user of developmentUsers.filter((each) => each.roles.includes(role)))
          for (const { en } of steps.filter((step) => !/\b(supervisor|another officer)\b/i.test(step.en)))
            for (const action of placeholdersIn(en).actions)
              expect([user.username, en, user.roles]).toEqual([user.username, en, expect.arrayContaining([`${prefix}-${action}`])]);
  });

  it('has its pictures, each of a few kB', () => {
    for (const { picture } of parts) if (picture) expectPicture(join(root, area, 'src/help/pictures', picture.file));
  });
});

function expectPicture(file: string): void {
  for (const name of [`${file}.en.png`, `${file}.pt.png`]) {
    expect([name, existsSync(name)]).toEqual([name, true]);
    expect(readFileSync(name).length).toBeLessThan(40_000);
  }
}

describe('the manual of the shell', () => {
  const { portalHelp } = require(join(root, 'shell/web/src/pages/help/portal-help.ts')) as { portalHelp(answersErasure: boolean): AreaHelp };
  const { parts } = portalHelp(true);

  it('has a part for every page of staff', () => {
    const routes = [...read('shell/web/src/layout/shell.tsx').matchAll(/<Route path="(\/staff[^"]*)"/g)].map(([, path = '']) => path.replace('/*', ''));
    expect(routes.length).toBeGreaterThan(5);
    const explained = new Set(parts.flatMap(({ screens = [] }) => screens));
    expect(routes.filter((route) => !explained.has(route))).toEqual([]);
  });

  it('stands at addresses that the gateway knows, as every page of staff does', () => {
    const [, pattern = ''] = /const shellScreens =\s*\/(.*)\/;/.exec(read('shell/server/src/page/shell-screens.ts')) ?? [];
    const known = new RegExp(pattern);
    const routes = [...read('shell/web/src/layout/shell.tsx').matchAll(/<Route path="(\/staff[^"]*)"/g)].map(([, path = '']) => path);
    const addresses = routes.flatMap((path) => (path.endsWith('/*') ? [path.slice(0, -2)] : [path.replace(':name', 'mf-trips')]));
    const helpPages = ['/staff/help/all', ...parts.map(({ id }) => `/staff/help/portal/${id}`)];
    expect([...addresses, ...helpPages].filter((address) => !known.test(address))).toEqual([]);
  });

  it('names the buttons that answer a request for erasure, and says what they do', () => {
    const { texts } = require(join(root, 'shell/web/src/pages/erasure.texts.ts')) as Record<'texts', Record<'en' | 'pt', { erasure: Record<string, string> }>>;
    const steps = parts.find(({ id }) => id === 'erasure')?.steps ?? [];
    for (const language of ['en', 'pt'] as const) {
      const said = steps.map((step) => step[language]).join(' ');
      for (const word of ['GRANT', 'REFUSE', 'grantMeans']) expect(said).toContain(texts[language].erasure[word]);
    }
  });

  it('names words of the kit alone, and has its pictures', () => {
    for (const part of parts) {
      expectNamed(part, new Set());
      if (part.picture) expectPicture(join(root, 'shell/web/src/pages/help/pictures', part.picture.file));
    }
  });
});
