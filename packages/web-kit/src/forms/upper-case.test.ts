import { upperCaseInPlace } from './upper-case.ts';

const field = (value: string, caret: number | null) => {
  const element = { value, selectionStart: caret, selectionEnd: caret, setSelectionRange: jest.fn() };
  upperCaseInPlace(element);
  return element;
};

describe('upper-casing while typing', () => {
  it('turns letters with accents too, and leaves the caret where it was', () => {
    const { value, setSelectionRange } = field('são joão 1', 3);
    expect(value).toBe('SÃO JOÃO 1');
    expect(setSelectionRange).toHaveBeenCalledWith(3, 3);
  });

  it('leaves a text alone that is in upper case', () => {
    expect(field('P1', 1).setSelectionRange).not.toHaveBeenCalled();
  });

  it('turns a text in a field without a caret', () => {
    const { value, setSelectionRange } = field('a@b', null);
    expect(value).toBe('A@B');
    expect(setSelectionRange).not.toHaveBeenCalled();
  });
});
