import { FileFault } from './file-rows.ts';
import { xlsxRows } from './read-xlsx.ts';

/** Makes a ZIP file whose parts are stored uncompressed. */
function zipOf(parts: Record<string, string>): Buffer {
  const numbers = (...values: [value: number, bytes: 2 | 4][]): Buffer =>
    Buffer.concat(
      values.map(([value, bytes]) => {
        const part = Buffer.alloc(bytes);
        part.writeUIntLE(value, 0, bytes);
        return part;
      }),
    );
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text);
    const common = numbers([20, 2], [0, 2], [0, 2], [0, 4], [0, 4], [content.length, 4], [content.length, 4], [name.length, 2], [0, 2]);
    const file = Buffer.concat([numbers([0x04034b50, 4]), common, Buffer.from(name), content]);
    files.push(file);
    directory.push(Buffer.concat([numbers([0x02014b50, 4], [20, 2]), common, numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), Buffer.from(name)]));
    offset += file.length;
  }
  const central = Buffer.concat(directory);
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [central.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...files, central, end]);
}

const oneCell = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';

/** Makes a spreadsheet with one text, which is in its shared strings. */
const spreadsheet = (sharedStrings: string, rows = oneCell): Buffer =>
  zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': sharedStrings,
  });

async function textsOf(sharedStrings: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const { cells } of xlsxRows(spreadsheet(sharedStrings), () => false)) texts.push(...cells.map(({ text }) => text));
  return texts;
}

describe('the XML of a spreadsheet', () => {
  it('is read with the five entities that every XML has', async () => {
    expect(await textsOf('<sst><si><t>Ana &amp; Rui</t></si></sst>')).toEqual(['Ana & Rui']);
  });

  it.each([
    ['entities of its own', '<!DOCTYPE sst [<!ENTITY a "b">]><sst><si><t>&a;</t></si></sst>'],
    ['an entity that is a file of the server', '<!DOCTYPE sst [<!ENTITY a SYSTEM "file:///etc/hostname">]><sst><si><t>&a;</t></si></sst>'],
    ['a document type elsewhere', '<!DOCTYPE sst SYSTEM "http://127.0.0.1:9/sst.dtd"><sst><si><t>a</t></si></sst>'],
    ['an entity that is not declared', '<sst><si><t>&a;</t></si></sst>'],
  ])('is refused with %s', async (_what, sharedStrings) => {
    await expect(textsOf(sharedStrings)).rejects.toBeInstanceOf(FileFault);
  });
});

describe('the rows of a spreadsheet', () => {
  const numbersOf = async (...rows: string[]): Promise<number[]> => {
    const numbers: number[] = [];
    const sheet = rows.map((attribute) => `<row ${attribute}><c t="s"><v>0</v></c></row>`).join('');
    for await (const { row } of xlsxRows(spreadsheet('<sst><si><t>a</t></si></sst>', sheet), () => false)) numbers.push(row);
    return numbers;
  };

  it('have the numbers that the file gives, or follow each other', async () => {
    expect(await numbersOf('r="1"', 'r="3"', '', 'r="1048576"')).toEqual([1, 3, 4, 1_048_576]);
  });

  it.each([
    ['twice', 'r="2"', 'r="2"'],
    ['in descending order', 'r="3"', 'r="2"'],
    ['beyond the end of a sheet', 'r="1"', 'r="3000000000"'],
    ['before its beginning', 'r="1"', 'r="-1"'],
    ['between two numbers', 'r="1"', 'r="1.5"'],
    ['as a text', 'r="1"', 'r="x"'],
  ])('are refused with a number %s', async (_what, ...rows) => {
    await expect(numbersOf(...rows)).rejects.toBeInstanceOf(FileFault);
  });
});
