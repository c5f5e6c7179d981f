import { currentLanguage, initI18n, onLanguageChange, setLanguage } from './i18n.ts';

const page = { cookie: '', documentElement: { lang: '' }, querySelector: () => null };
Object.assign(globalThis, { document: page, location: { protocol: 'https:' } });

describe('the language of the page', () => {
  beforeEach(() => {
    page.cookie = '';
    initI18n('en');
  });

  it('is the browser’s at the first visit', () => {
    expect(initI18n('pt')).toBe('pt');
    expect(page.documentElement.lang).toBe('pt');
    expect(page.cookie).toBe('');
  });

  it('stays that of the page when an area is mounted without one', () => {
    initI18n('pt');
    expect(initI18n(undefined)).toBe('pt');
    expect(page.documentElement.lang).toBe('pt');
  });

  it('is the reader’s choice from then on, whatever is given', () => {
    setLanguage('pt');
    expect(page.cookie).toBe('__Host-portal.language=pt; path=/; max-age=31536000; samesite=lax; secure');
    page.cookie = 'other=1; portal.language=pt';
    expect(initI18n('en')).toBe('pt');
    page.cookie = 'portal.language=en; __Host-portal.language=pt';
    expect(initI18n('en')).toBe('pt');
  });

  it('falls back to a language of the portal if the wanted one is unknown', () => {
    page.cookie = 'portal.language=xx';
    expect(initI18n('fr')).toBe('en');
  });

  it('has changed before the listeners are called, once for each change', () => {
    const told: string[] = [];
    onLanguageChange(() => told.push(currentLanguage()));
    setLanguage('pt');
    setLanguage('pt');
    setLanguage('en');
    expect(told).toEqual(['pt', 'en']);
  });
});
