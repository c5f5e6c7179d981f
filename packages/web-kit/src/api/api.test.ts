import { initI18n } from '../language/i18n.ts';
import { createApi } from './api.ts';

const api = createApi('/api/trips');

describe('the reader’s language', () => {
  beforeEach(() => {
    Object.assign(globalThis, { document: { cookie: 'portal.language=pt', documentElement: { lang: '' } } });
    initI18n('en');
  });

  it('travels with every call', async () => {
    const call = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}'));
    await api.get('/v1/triptic/trip/info');
    await api.blob('/v1/triptic/trip/1/print-form');
    for (const [, options] of call.mock.calls) expect(new Headers(options?.headers).get('accept-language')).toBe('pt');
    expect(call).toHaveBeenCalledTimes(2);
    call.mockRestore();
  });

  it('stands in the address of a link or an image', () => {
    expect(api.url('/v1/triptic/trip/1/qr')).toBe('/api/trips/v1/triptic/trip/1/qr?language=pt');
    expect(api.url('/v1/triptic/trip/1/qr?size=2', { again: 1 })).toBe('/api/trips/v1/triptic/trip/1/qr?size=2&again=1&language=pt');
  });
});
