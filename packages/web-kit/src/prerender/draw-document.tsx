import type { DocumentEnvelope, OfferedAction } from '@portal/contract-kit';
import type { ReactNode } from 'react';
import { StaticRouter } from 'react-router-dom';
import { type AreaDefinition, AreaRoot, idPrefix, nameStatuses } from '../area/area-root.tsx';
import { actionLookup } from '../document/action-for.ts';
import { documentKey } from '../document/use-document.ts';
import { formatDate } from '../language/format.ts';
import { initI18n } from '../language/i18n.ts';
import type { Language } from '../language/labels.ts';
import { givePageSettings } from '../page-settings.ts';
import { createQueryClient } from '../query.ts';
import {
  type Assumption,
  anyDay,
  anyNumber,
  anyPath,
  anyText,
  choices,
  type DocumentScreen,
  holeOf,
  listHole,
  partOf,
  type Row,
  type Sample,
  type ScreenCase,
} from './document-screen.ts';
import { drawScreen } from './draw-screen.tsx';

type As = Assumption['as'];

/** Settings that screens print as text. */
const printedSettings = ['product'];
const settingHole = (name: string): string => `document-hole-${name}`;

/** Records what a rendering reads of a document, and supplies stand-ins for the values that it prints. */
class DocumentRecorder {
  readonly assumes: Assumption[] = [];
  /** The text that was printed in place of each recorded value, by the number of its assumption. */
  readonly printed = new Map<number, string>();

  /** The list of the document, with separate notes for each variant of its items. */
  private list?: { at: string[]; rows: DocumentRecorder[] };

  /** @param hole prefix of the stand-in that is printed in place of a text */
  constructor(
    private readonly language: Language,
    private readonly hole = 'document-hole',
  ) {}

  id(isKey: boolean): string {
    const id = `${isKey ? 'k.' : ''}document-hole-id`;
    this.printed.set(this.note({ of: 'id', at: [], as: isKey ? 'key' : 'id' }), id);
    return id;
  }

  /** Reads a part of the sample in the same way as the screen reads the document. */
  read(sample: Sample, of: Assumption['of'], at: string[] = []): unknown {
    const note = (as: As, value?: Assumption['value']) => this.note({ of, at, as, ...(as === 'same' ? { value } : {}) });
    const print = (as: As, make: (number: string) => string, shown = (value: string) => value): string => {
      const index = note(as);
      const value = make(String(index).padStart(2, '0'));
      this.printed.set(index, shown(value));
      return value;
    };
    if (sample === anyText) return print('text', (number) => `${this.hole}-${number}`);
    if (sample === anyNumber) return Number(print('number', (number) => `7130${number}`));
    if (sample === anyPath) return print('path', (number) => `/v1/document-hole-${number}`);
    if (sample === anyDay)
      return print(
        'day',
        (number) => `19${number}-02-03`,
        (day) => formatDate(day, this.language),
      );
    if (sample === undefined) return void note('missing');
    const part = partOf(sample);
    if (part) return this.readList(part.of, at);
    if (typeof sample !== 'object' || sample === null) return note('same', sample as Assumption['value']) >= 0 ? sample : undefined;
    const parts = sample as { [name: string]: Sample };
    const known = new Map<string, unknown>();
    return new Proxy(
      {},
      {
        get: (_target, name) => {
          if (typeof name === 'symbol') return undefined;
          if (!known.has(name)) known.set(name, this.read(parts[name], of, [...at, name]));
          return known.get(name);
        },
        ownKeys: () => {
          throw new Error(`The screen lists what is in ${at.join('.') || 'the document'}: it cannot be drawn before the document is known.`);
        },
      },
    );
  }

  /** Reads a list as one item for each variant. */
  private readList(of: Sample, at: string[]): object {
    if (this.list) throw new Error('A screen of one document can have one list.');
    const ways = choices(of);
    const rows = ways.map((_way, number) => new DocumentRecorder(this.language, `document-row-${number}-hole`));
    this.list = { at, rows };
    const parts = ways.map((way, number) => rows[number]?.read(way, 'model'));
    return new Proxy(parts, {
      get: (_target, name) => {
        if (name !== 'map') throw new Error(`The screen reads ${String(name)} of the list ${at.join('.')}: it may only map it.`);
        return (draw: (value: unknown, index: number) => unknown) => parts.map((value, index) => draw(value, index));
      },
    });
  }

  /** Separates the HTML of the list from the rest of the HTML. */
  private withoutList(html: string): { html: string; list?: ScreenCase['list'] } {
    if (!this.list) return { html };
    const { at, rows } = this.list;
    const each = /<li data-each="true".*?<\/li>/gs;
    const drawn = html.match(each) ?? [];
    if (drawn.length !== rows.length || !html.includes(drawn.join('')))
      throw new Error(`The list ${at.join('.')} must be drawn as <li data-each> elements next to one another.`);
    const parts = drawn.map(
      (row, index): Row => ({ html: (rows[index] as DocumentRecorder).withHoles(row).html, assumes: (rows[index] as DocumentRecorder).assumes }),
    );
    return { html: html.replace(drawn.join(''), () => listHole), list: { at, rows: parts } };
  }

  actions(sample: DocumentScreen['actions']): OfferedAction[] {
    const known = new Map<string, OfferedAction | undefined>();
    const ask = (name: string, mode: string): OfferedAction | undefined => {
      const key = `${name} ${mode}`;
      if (!known.has(key)) {
        const of = { action: name, mode };
        if (sample[name] === undefined) this.note({ of, at: [], as: 'missing' });
        else this.note({ of, at: [], as: 'given' });
        known.set(key, sample[name] === undefined ? undefined : (this.read(sample[name], of) as OfferedAction));
      }
      return known.get(key);
    };
    return Object.assign([], { [actionLookup]: ask });
  }

  private note(assumption: Assumption): number {
    return this.assumes.push(assumption) - 1;
  }

  /** Replaces everything in the HTML that was printed from the document or the settings with holes (placeholders). */
  withHoles(drawn: string): Pick<ScreenCase, 'html' | 'list'> {
    const { html, list } = this.withoutList(drawn);
    for (const name of printedSettings)
      if (html.includes(settingHole(name))) this.printed.set(this.note({ of: 'setting', at: [name], as: 'text' }), settingHole(name));
    const holed = [...this.printed].reduce((text, [index, shown]) => {
      const { of, at } = this.assumes[index] as Assumption;
      if (!text.includes(shown) && of !== 'id')
        throw new Error(`The screen reads ${[typeof of === 'string' ? of : of.action, ...at].join('.')} and does not print it as it is.`);
      return text.replaceAll(shown, holeOf(index));
    }, html);
    return { html: holed, ...(list ? { list } : {}) };
  }
}

async function drawCase(definition: AreaDefinition, screen: DocumentScreen, isKey: boolean, language: Language) {
  initI18n(language);
  const notes = new DocumentRecorder(language);
  const id = notes.id(isKey);
  const answer: DocumentEnvelope<object> = {
    model: notes.read(screen.model, 'model') as DocumentEnvelope<object>['model'],
    actions: notes.actions(screen.actions),
  };
  const cache = createQueryClient();
  cache.setQueryData(documentKey(screen.kind, id), answer);
  const location = screen.address.replace(':id', id);
  const Router = ({ children }: { children: ReactNode }) => <StaticRouter location={location}>{children}</StaticRouter>;
  const { title, html, settings } = await drawScreen(
    <AreaRoot definition={definition} props={{}} cache={cache} Router={Router} />,
    idPrefix(definition.name),
    language,
  );
  const drawnCase: ScreenCase = { title, ...notes.withHoles(html), assumes: notes.assumes };
  return { drawnCase, settings };
}

/** Prerenders a screen of one document in every variant that its sample allows. */
export async function drawDocumentScreen(
  definition: AreaDefinition,
  screen: DocumentScreen,
  language: Language,
): Promise<{ cases: ScreenCase[]; settings: Record<string, string> }> {
  nameStatuses(definition);
  givePageSettings(Object.fromEntries(printedSettings.map((name) => [name, settingHole(name)])));
  const cases: ScreenCase[] = [];
  const settings: Record<string, string> = {};
  for (const isKey of screen.opensKeys ? [false, true] : [false])
    for (const model of choices(screen.model))
      for (const actions of choices(screen.actions) as DocumentScreen['actions'][]) {
        const drawn = await drawCase(definition, { ...screen, model, actions }, isKey, language);
        Object.assign(settings, drawn.settings);
        cases.push(drawn.drawnCase);
      }
  return { cases, settings };
}
