import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { LocationAhead } from './location-ahead.tsx';

function Where() {
  const { pathname, search, hash } = useLocation();
  return `${pathname}${search}${hash}`;
}

const drawn = (page: string, address: string | undefined): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[page]}>
      <LocationAhead address={address}>
        <Where />
      </LocationAhead>
    </MemoryRouter>,
  ).replaceAll('&amp;', '&');

describe('a part of the page that is drawn ahead', () => {
  it('stands at its own address while the page is at another one', () => {
    expect(drawn('/view/1?list=%2Fa', '/view/2?list=%2Fa')).toBe('/view/2?list=%2Fa');
  });

  it('hears of changes of the address once the page is there', () => {
    expect(drawn('/view/2?list=%2Fa', '/view/2?list=%2Fa')).toBe('/view/2?list=%2Fa');
    expect(drawn('/view/2?list=%2Fa&page=2', '/view/2?list=%2Fa')).toBe('/view/2?list=%2Fa&page=2');
    expect(drawn('/view/2?list=%2Fa#files', '/view/2?list=%2Fa')).toBe('/view/2?list=%2Fa#files');
  });

  it('has the address of the page where none is given', () => {
    expect(drawn('/view/1', undefined)).toBe('/view/1');
  });
});
