import { csvOf } from './board-csv.ts';

it('writes a table that spreadsheets read as text and numbers, never as a formula', () => {
  expect(
    csvOf([
      ['Status', 'Number'],
      ['Sent, for "approval"', 3],
      ['=HYPERLINK("x")', -1],
      ['@home', 0],
      ['A;=1+1;B', 1],
      ['A\n＝1', 2],
    ]),
  ).toBe('\uFEFFStatus,Number\r\n"Sent, for ""approval""",3\r\n"\'=HYPERLINK(""x"")",-1\r\n\'@home,0\r\n"A;\'=1+1;B",1\r\n"A\n\'＝1",2\r\n');
});
