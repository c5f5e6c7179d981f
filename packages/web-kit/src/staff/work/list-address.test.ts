import { listIn, withList } from './list-address.ts';

const list = '/other/traveller/declaration?q={"criteria":[],"page":2}';

it('carries a list in the address of a case', () => {
  const to = withList('/other/traveller/declaration/view/7', list);
  expect(listIn(to.slice(to.indexOf('?')))).toBe(list);
  expect(withList('/a?steps=yes', list)).toContain('steps=yes&list=');
  expect(withList('/a', undefined)).toBe('/a');
});

it('follows no address outside the portal', () => {
  for (const bad of ['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)', ''])
    expect(listIn(`?list=${encodeURIComponent(bad)}`)).toBeUndefined();
});
