import { withLogicalProperties } from './logical-properties.mjs';

describe('a stylesheet follows the direction of the page', () => {
  it.each([
    ['a{margin-left: 4px}', 'a{margin-inline-start: 4px}'],
    ['a{ padding-right:4px; left:0 }', 'a{ padding-inline-end:4px; inset-inline-start:0 }'],
    ['a{border-left-color:red;text-align:left}', 'a{border-inline-start-color:red;text-align:start}'],
    ['a{padding: 9px 12px 9px 46px;}', 'a{padding-block: 9px 9px;padding-inline: 46px 12px;}'],
    ['a{margin:0 1px 2px 3px}', 'a{margin-block:0 2px;margin-inline:3px 1px}'],
    ['a{border-top-left-radius:2px}', 'a{border-start-start-radius:2px}'],
  ])('%s', (css, expected) => expect(withLogicalProperties(css)).toBe(expected));

  it.each(['a{padding:9px 12px}', 'a{margin:1px 2px 3px 2px}', 'a{padding:0 calc(1px + 2px) 0 3px}', 'a{background-position:left top}'])('%s stays', (css) =>
    expect(withLogicalProperties(css)).toBe(css),
  );
});
