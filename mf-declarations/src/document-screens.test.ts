import { type DocumentScreen, drawDocumentScreen, fillDocument, type ScreenCase } from '@portal/web-kit/prerender';
import { arrivalStatuses, arrivalStatusLabels, decisions, departureStatuses } from 'svc-declarations/contract';
import { area } from './area.tsx';
import { documentScreens } from './document-screens.ts';

const id = '0198c0de-0000-7000-8000-000000000001';
const model = {
  id,
  version: 2,
  serialReference: { reference: 'ARR-2026-0000001' },
  firstName: 'ANA',
  lastName: 'COSTA',
  flightNumber: 'QG500',
  arrivalDate: '2026-03-27',
};
const actions = [{ name: 'print-form', label: { en: 'Download', pt: 'Descarregar' }, method: 'GET', url: `/v1/${id}/print-form`, modes: ['*'] }];

describe('the arrival page', () => {
  let cases: ScreenCase[];
  beforeAll(async () => {
    const screen = documentScreens.find(({ address }) => address === '/eservice/traveller/declaration/qr/:id');
    if (!screen) throw new Error('The arrival page is not prerendered');
    ({ cases } = await drawDocumentScreen(area, screen, 'en'));
  });

  it.each(arrivalStatuses)('shows the status %s, and what to do in the lane until there is a decision', (documentStatus) => {
    const filled = (more: object) => fillDocument(cases, id, { model: { ...model, documentStatus, ...more }, actions }, 'en', { product: 'Customs' })?.html;
    for (const [more, lane, help] of [
      [{ lane: 'GREEN' }, 'Green lane', 'walk through'],
      [{ lane: 'GREEN', tellsOfficer: true }, 'Green lane', 'first tell an officer what you declared'],
      [{ lane: 'RED' }, 'Red lane', 'go to inspection'],
    ] as const) {
      const html = filled(more) ?? '';
      expect(html).toContain(`</span>${arrivalStatusLabels[documentStatus].en}</strong>`);
      expect(html).toContain(lane);
      expect(html.includes(help)).toBe(!decisions.some((decision) => decision === documentStatus));
    }
  });
});

describe.each([
  ['arrival', 'traveller', { lane: 'GREEN', arrivalDate: model.arrivalDate }, 'print-form', arrivalStatuses, ['CLEARED', 'DETAINED']],
  ['departure', 'departure', { departureDate: model.arrivalDate }, 'print-declaration', departureStatuses, []],
])('the %s page', (_kind, path, more, name, statuses, over) => {
  it('says what happens next until it is over', async () => {
    const screen = documentScreens.find(({ address }) => address === `/eservice/${path}/declaration/qr/:id`) as DocumentScreen;
    const { cases } = await drawDocumentScreen(area, screen, 'en');
    const withNext = statuses.filter((documentStatus) => {
      const answer = { model: { ...model, documentStatus, ...more }, actions: actions.map((action) => ({ ...action, name })) };
      const html = fillDocument(cases, id, answer, 'en', { product: 'Customs' })?.html ?? '';
      expect(html).toContain('ARR-2026-0000001');
      const shown = ['What happens next', 'present', 'keep your passport ready'].map((text) => html.includes(text));
      expect(new Set(shown).size).toBe(1);
      return shown[0];
    });
    expect(withNext).toEqual(statuses.filter((status) => !over.includes(status as never)));
  });
});

describe('the page of a group', () => {
  it('shows the lane of each person, and the status once there is a decision', async () => {
    const screen = documentScreens.find(({ address }) => address === '/eservice/traveller/declaration/group/:id');
    if (!screen) throw new Error('The page of a group is not prerendered');
    const { cases } = await drawDocumentScreen(area, screen, 'en');
    const members = arrivalStatuses.map((documentStatus) => ({ id: documentStatus, name: documentStatus, reference: 'ARR', lane: 'GREEN', documentStatus }));
    const group = { ...model, name: 'ANA COSTA', size: members.length, travelDate: '2026-03-27', members };
    const html = fillDocument(cases, id, { model: group, actions }, 'en', { product: 'Customs' })?.html ?? '';
    const rows = html.match(/<li data-each.*?<\/li>/gs) ?? [];
    expect(rows.map((row) => row.includes('Green lane'))).toEqual(members.map(() => true));
    expect(rows.map((row) => /portal-tag__shape[^>]*><\/span>(.*?)<\/strong>/.exec(row)?.[1])).toEqual([
      undefined,
      undefined,
      'Cleared',
      'Referred',
      'Detained',
    ]);
  });

  it.each([
    ['traveller', 'CLEARED', true],
    ['traveller', 'REFERRED', undefined],
    ['departure', 'APPROVED', undefined],
  ])('of a %s who is %s says what happens next until it is over for everybody', async (path, documentStatus, over) => {
    const screen = documentScreens.find(({ address }) => address === `/eservice/${path}/declaration/group/:id`) as DocumentScreen;
    const { cases } = await drawDocumentScreen(area, screen, 'en');
    const lane = path === 'traveller' ? 'GREEN' : undefined;
    const group = { ...model, name: 'ANA', size: 1, travelDate: '2026-03-27', over, members: [{ id, name: 'ANA', reference: 'ARR', lane, documentStatus }] };
    const html = fillDocument(cases, id, { model: group, actions }, 'en', { product: 'Customs' })?.html ?? '';
    expect(html).toContain('ARR-2026-0000001');
    for (const text of ['What happens next', 'Show this one code', 'shows their own code']) expect(html.includes(text)).toBe(!over);
  });
});
