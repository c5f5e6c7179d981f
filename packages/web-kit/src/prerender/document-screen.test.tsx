import { configuredName, type DocumentEnvelope, sentence } from '@portal/contract-kit';
import { StaticRouter } from 'react-router-dom';
import { type AreaDefinition, AreaRoot, idPrefix } from '../area/area-root.tsx';
import { actionFor } from '../document/action-for.ts';
import { documentKey, documentPath, useDocument } from '../document/use-document.ts';
import { useFormat } from '../language/format.ts';
import { initI18n } from '../language/i18n.ts';
import type { Language } from '../language/labels.ts';
import { givePageSettings, productName } from '../page-settings.ts';
import { QrPage } from '../qr/qr-page.tsx';
import { createQueryClient } from '../query.ts';
import { Link, Route, Routes, useParams } from '../router.ts';
import { anyDay, anyNumber, anyPath, anyText, type DocumentScreen, listOf, oneOf } from './document-screen.ts';
import { drawDocumentScreen } from './draw-document.tsx';
import { drawScreen } from './draw-screen.tsx';
import { fillDocument } from './fill-document.ts';

interface Trip {
  reference: string;
  owner: { name: string };
  day: string;
  lane: 'GREEN' | 'RED';
}

function Screen() {
  const { id = '' } = useParams();
  const format = useFormat();
  const { data } = useDocument<Trip>('/v1/trip', id);
  if (!data) return null;
  const { model, actions } = data;
  return (
    <QrPage
      title="Registered"
      qrUrl={`${documentPath('/v1/trip', id)}/qr`}
      reference={model.reference}
      lane={model.lane}
      owner={model.owner.name}
      facts={[format.date(model.day)]}
      note={sentence('Show it to {{product}}', 'Mostre-o: {{product}}', { product: configuredName(productName()) })}
      download={actionFor(actions, 'print', 'view')}
      fileName={() => model.owner.name}
    >
      {actionFor(actions, 'update', 'update') ? <Link to={`/trip?id=${encodeURIComponent(id)}`}>Change</Link> : null}
    </QrPage>
  );
}

const area: AreaDefinition = {
  name: 'mf-trips',
  api: '/api/trips',
  App: () => (
    <Routes>
      <Route path="/trip/qr/:id" element={<Screen />} />
    </Routes>
  ),
};

const screen: DocumentScreen = {
  address: '/trip/qr/:id',
  kind: '/v1/trip',
  opensKeys: true,
  model: { reference: anyText, owner: { name: anyText }, day: anyDay, lane: oneOf('GREEN', 'RED') },
  actions: { print: { method: 'GET', url: anyPath }, update: oneOf({}, undefined) },
};

const id = '0198c0de-0000-7000-8000-000000000001';
const print = { name: 'print', label: { en: 'Print', pt: 'Imprimir' }, method: 'GET', url: `/v1/trip/${id}/print`, modes: ['*'] };
const update = { name: 'update', label: { en: 'Change', pt: 'Mudar' }, method: 'PUT', url: `/v1/trip/${id}`, modes: ['update'] };
const trip = (changes: object = {}, actions: object[] = [print]) => ({
  model: { id, version: 1, reference: 'TRP-2026-0000001', owner: { name: 'ANA' }, day: '2026-03-27', lane: 'GREEN', secret: 'not shown', ...changes },
  actions,
});

/** Renders the screen with React for a known document. */
async function drawnFor(answer: object, language: Language, of = id, settings = { product: 'Customs' }): Promise<string> {
  initI18n(language);
  givePageSettings(settings);
  const cache = createQueryClient();
  cache.setQueryData(documentKey('/v1/trip', of), answer as DocumentEnvelope<Trip>);
  const root = (
    <AreaRoot definition={area} props={{}} cache={cache} Router={({ children }) => <StaticRouter location={`/trip/qr/${of}`}>{children}</StaticRouter>} />
  );
  return (await drawScreen(root, idPrefix(area.name), language)).html;
}

/** React and the fill step may escape quotes differently, which makes no difference to a browser. */
const read = (html: string | undefined) => html?.replaceAll('&#x27;', '&#39;');
const fill = async (answer: object, language: Language = 'en', of = id, settings: Record<string, string> = { product: 'Customs' }) =>
  fillDocument((await drawDocumentScreen(area, screen, language)).cases, of, answer, language, settings);

describe('a screen that was drawn before its document was known', () => {
  it.each<[string, object, Language, string]>([
    ['a green one', trip(), 'en', id],
    ['a red one in Portuguese', trip({ lane: 'RED' }), 'pt', id],
    ['one that can be changed', trip({}, [update, print]), 'en', id],
    ['one with a finder’s key', trip(), 'en', `k.key-1.${'a'.repeat(60)}`],
    ['one with an applicant’s key', trip(), 'en', `c.key-1.${'a'.repeat(60)}`],
    ['hostile texts', trip({ reference: '</script><script>x()</script>', owner: { name: '<img src=x onerror="x()"> {{0}} $& \' & "' } }), 'en', id],
    ['a text of the holes', trip({ owner: { name: 'document-hole-03' } }), 'en', id],
  ])('is filled to what React draws for the document: %s', async (_name, answer, language, of) => {
    const filled = await fill(answer, language, of);
    expect(filled?.html).toBe(read(await drawnFor(answer, language, of)));
    expect(filled?.title).toBe('Registered');
    expect(filled?.html).not.toMatch(/document-hole-0[^3]|[\uE000\uE001]|not shown/);
  });

  it('is filled with the authority’s name of the deployment, of which it assumes nothing', async () => {
    const settings = { product: 'Zoll & <Grenze>' };
    expect((await fill(trip(), 'en', id, settings))?.html).toBe(read(await drawnFor(trip(), 'en', id, settings)));
    // The name of the authority that comes with the portal is translated.
    const inPortuguese = (await fill(trip(), 'pt'))?.html;
    expect(inPortuguese).toContain('Mostre-o: Alfândega');
    expect(inPortuguese).toBe(read(await drawnFor(trip(), 'pt')));
    expect((await drawDocumentScreen(area, screen, 'en')).settings).toEqual({});
    expect(await fill(trip(), 'en', id, {})).toBeUndefined();
  });

  it.each<[string, object, string]>([
    ['another lane', trip({ lane: 'BLUE' }), id],
    ['no lane', trip({ lane: undefined }), id],
    ['no name', trip({ owner: {} }), id],
    ['an empty name', trip({ owner: { name: '' } }), id],
    ['a number for a name', trip({ owner: { name: 1 } }), id],
    ['an object for a name', trip({ owner: { name: { toString: 'x' } } }), id],
    ['an inherited name', trip({ owner: Object.create({ name: 'ANA' }) }), id],
    ['a character that a page cannot hold', trip({ owner: { name: 'A\u0000B' } }), id],
    ['half a character', trip({ owner: { name: '\ud800' } }), id],
    ['a hole for a name', trip({ owner: { name: '\uE0001\uE001' } }), id],
    ['no day', trip({ day: '2026-02-30' }), id],
    ['no action', trip({}, []), id],
    ['an address elsewhere', trip({}, [{ ...print, url: 'https://elsewhere.example/' }]), id],
    ['an address of another call', trip({}, [{ ...print, url: '/v1/../internal/x' }]), id],
    ['another id', trip(), '../x'],
    ['nothing', {}, id],
  ])('is not used for a document that it was not drawn for: %s', async (_name, answer, of) => {
    expect(await fill(answer, 'en', of)).toBeUndefined();
  });

  it('cannot be drawn where it shows something otherwise than it is', async () => {
    const shouting: AreaDefinition = {
      ...area,
      App: () => (
        <Routes>
          <Route path="/trip/qr/:id" element={<Shout />} />
        </Routes>
      ),
    };
    const Shout = () => <p>{useDocument<Trip>('/v1/trip', useParams().id).data?.model.owner.name.toUpperCase()}</p>;
    await expect(drawDocumentScreen(shouting, screen, 'en')).rejects.toThrow('The screen reads model.owner.name and does not print it as it is.');
    const Listing = () => <p>{Object.keys(useDocument<Trip>('/v1/trip', useParams().id).data?.model ?? {})}</p>;
    const listing: AreaDefinition = {
      ...area,
      App: () => (
        <Routes>
          <Route path="/trip/qr/:id" element={<Listing />} />
        </Routes>
      ),
    };
    await expect(drawDocumentScreen(listing, screen, 'en')).rejects.toThrow('The screen lists what is in the document');
  });
});

describe('a screen with a list', () => {
  interface Coach {
    size: number;
    riders: { id: string; name: string; lane?: 'GREEN' | 'RED'; child?: string }[];
  }
  const Riders = () => {
    const { model } = useDocument<Coach>('/v1/trip', useParams().id).data ?? {};
    if (!model) return null;
    return (
      <>
        <p>{`Riders: ${model.size}`}</p>
        <ol>
          {model.riders.map(({ id, name, lane, child }) => (
            <li key={id} data-each>
              <Link to={`/trip/${id}`}>{name}</Link> {lane === 'RED' ? 'stop' : 'go'} {child ? <i>{child}</i> : null}
            </li>
          ))}
        </ol>
      </>
    );
  };
  const withList = (App: AreaDefinition['App']): AreaDefinition => ({
    ...area,
    App: () => (
      <Routes>
        <Route path="/trip/qr/:id" element={<App />} />
      </Routes>
    ),
  });
  const coach: DocumentScreen = {
    address: '/trip/qr/:id',
    kind: '/v1/trip',
    model: { size: anyNumber, riders: listOf({ id: anyText, name: anyText, lane: oneOf('GREEN', 'RED'), child: oneOf(undefined, anyText) }) },
    actions: {},
  };
  const drawList = async (answer: object) => {
    initI18n('en');
    const cache = createQueryClient();
    cache.setQueryData(documentKey('/v1/trip', id), answer as DocumentEnvelope<Trip>);
    const root = (
      <AreaRoot
        definition={withList(Riders)}
        props={{}}
        cache={cache}
        Router={({ children }) => <StaticRouter location={`/trip/qr/${id}`}>{children}</StaticRouter>}
      />
    );
    return (await drawScreen(root, idPrefix(area.name), 'en')).html;
  };
  const fillList = async (model: object) => fillDocument((await drawDocumentScreen(withList(Riders), coach, 'en')).cases, id, { model, actions: [] }, 'en', {});
  const ana = { id: 'a1', name: 'ANA & <b>', lane: 'GREEN' };
  const rui = { id: 'r1', name: 'RUI', lane: 'RED', child: 'ANA $& \uE000' };

  it('is filled with as many parts as the document has, each in its own way', async () => {
    const riders = [ana, { ...rui, child: 'ANA $&' }, { ...ana, id: 'a2', lane: 'RED' }];
    for (const part of [riders, riders.slice(0, 1), []]) {
      const model = { size: part.length, riders: part };
      expect((await fillList(model))?.html).toBe(read(await drawList({ model, actions: [] })));
    }
  });

  it.each<[string, object]>([
    ['one part that looks otherwise', { size: 2, riders: [ana, { ...rui, lane: 'BLUE' }] }],
    ['a hole in a part', { size: 1, riders: [rui] }],
    ['no list', { size: 0 }],
    ['a text for a number', { size: '2', riders: [ana] }],
  ])('is not used for %s', async (_what, model) => {
    expect(await fillList(model)).toBeUndefined();
  });

  it('cannot be drawn where it reads anything else of the list, or draws it otherwise', async () => {
    const Counting = () => <p>{useDocument<Coach>('/v1/trip', useParams().id).data?.model.riders.length}</p>;
    await expect(drawDocumentScreen(withList(Counting), coach, 'en')).rejects.toThrow('The screen reads length of the list riders: it may only map it.');
    const Plain = () => (
      <ul>
        {useDocument<Coach>('/v1/trip', useParams().id).data?.model.riders.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    );
    await expect(drawDocumentScreen(withList(Plain), coach, 'en')).rejects.toThrow('must be drawn as <li data-each> elements');
  });
});
