import { readPeople } from './watch-file.ts';

describe('people for a watch list', () => {
  it('are passports, a line each', () => {
    expect(readPeople('AB123456\r\n\r\n  X9 \n')).toEqual([
      { line: 1, passport: 'AB123456' },
      { line: 3, passport: 'X9' },
    ]);
  });
  it('may have a name with a birth date, and a note, and a heading above', () => {
    expect(readPeople('\uFEFFpassport;name;birthDate;note\n;"Silva; José";27/3/1980;Seen twice\nP1;;;"said ""no"""')).toEqual([
      { line: 2, name: 'Silva; José', birthDate: '1980-03-27', note: 'Seen twice' },
      { line: 3, passport: 'P1', note: 'said "no"' },
    ]);
  });
  it('are separated by commas or tabs too; a date that is none is left for the service', () => {
    expect(readPeople(',Ana Belo,1980-13-99')).toEqual([{ line: 1, name: 'Ana Belo', birthDate: '1980-13-99' }]);
    expect(readPeople('P1\tAna\t1980-03-27')).toEqual([{ line: 1, passport: 'P1', name: 'Ana', birthDate: '1980-03-27' }]);
  });
  it.each([
    ['P1,"Silva; José",1980-03-27,"Seen; twice"\nP2,Ana,1981-03-27,', { name: 'Silva; José', birthDate: '1980-03-27', note: 'Seen; twice' }],
    ['P1,Ana,1980-03-27,Seen; twice\nP2,Ana,1981-03-27,', { name: 'Ana', birthDate: '1980-03-27', note: 'Seen; twice' }],
    ['P1;Belo, Ana;1980-03-27\nP2;Ana;1981-03-27', { name: 'Belo, Ana', birthDate: '1980-03-27' }],
    ['passport\tname\tbirthDate\nP1\tAna; Rui\t1980-03-27\nP2\tAna\t1981-03-27', { name: 'Ana; Rui', birthDate: '1980-03-27' }],
  ])('are separated by what comes first outside of quotation marks: %j', (text, first) => {
    expect(readPeople(text).map(({ line: _, ...person }) => person)).toEqual([
      { passport: 'P1', ...first },
      { passport: 'P2', name: 'Ana', birthDate: '1981-03-27' },
    ]);
  });
});
