import { say } from '@portal/contract-kit';
import { FileFault } from './file-rows.ts';
import { csvRows } from './read-csv.ts';

async function rowsOf(text: string): Promise<[row: number, ...cells: string[]][]> {
  const rows: [number, ...string[]][] = [];
  for await (const { row, cells } of csvRows(Buffer.from(text))) rows.push([row, ...cells.map((cell) => cell.text)]);
  return rows;
}

describe('the rows of a CSV file', () => {
  it('have the numbers that a spreadsheet shows, also after line breaks within a cell and empty lines', async () => {
    expect(await rowsOf('name,address\r\nAna,"Rua 1\r\nDili"\r\n\r\n"Rui\r\n\r\n",Baucau\r\nEva,"Suai"\r\n')).toEqual([
      [1, 'name', 'address'],
      [2, 'Ana', 'Rua 1\r\nDili'],
      [4, 'Rui\r\n\r\n', 'Baucau'],
      [5, 'Eva', 'Suai'],
    ]);
  });

  it.each([
    ['a quotation mark that is not closed', '\nEva,"Suai', 'O ficheiro não é CSV: há aspas por fechar na linha 5'],
    ['a quotation mark within a cell', '\nEva,12" pipe', 'O ficheiro não é CSV: há aspas dentro de uma célula na linha 5'],
    ['a text after a quotation', '\nEva,"Suai" Loro', 'O ficheiro não é CSV: há aspas dentro de uma célula na linha 5'],
    ['a row of 300,000 characters', `\nEva,"${'x'.repeat(300_000)}"`, 'O ficheiro não é CSV: a linha 5 é demasiado longa'],
  ])('are refused in the language of the reader, with their number: %s', async (_what, last, words) => {
    const fault = await rowsOf(`name,address\n\nAna,"Rua 1\nDili"\nRui,Baucau${last}`).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(FileFault);
    expect(say((fault as FileFault).words as never, 'pt')).toContain(words);
  });
});
