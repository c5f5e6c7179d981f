import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import fontkit from '@pdf-lib/fontkit';
import { fonts } from './fonts.ts';
import { Typeface } from './typeface.ts';

const file = (name: string) => readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url));

describe.each(['regular', 'bold'] as const)('the %s font', (weight) => {
  const face = fonts()[weight];
  const reference = fontkit.create(file(face.name));

  it('gives the glyphs and widths another reader gives', () => {
    for (const code of reference.characterSet.filter((each: number) => each < 0xffff)) {
      const glyph = reference.glyphForCodePoint(code);
      expect([code, face.glyphOf(code), face.advanceOf(face.glyphOf(code))]).toEqual([code, glyph.id, glyph.advanceWidth]);
    }
  });

  it('has every letter of the languages it is meant for', () => {
    const texts = ['ÁÂÃÀÇÉÊÍÓÔÕÚáâãàçéêíóôõúñ', 'ĀāČčĞğŁłŞşŽž', 'ΑΒΓάέήίόύώ', 'АБВГДЕЁЖЗИЙабвгдеёжзий', 'ẠạẢảẤấệộợ', '–—‘’“”…•€£¥№™'];
    for (const character of texts.join('')) expect([character, face.has(character.codePointAt(0) as number)]).toEqual([character, true]);
  });

  it('keeps, in a subset, the shapes that were asked for and those they are made of', () => {
    const glyphs = [...'ÉAz'].map((character) => face.glyphOf(character.codePointAt(0) as number));
    const { compressed, length } = face.subset(glyphs);
    const bytes = inflateSync(compressed);
    expect(bytes).toHaveLength(length);
    expect(compressed.length).toBeLessThan(8_000);
    const subset = fontkit.create(bytes);
    for (const glyph of glyphs) expect(subset.getGlyph(glyph).path.toSVG()).toBe(reference.getGlyph(glyph).path.toSVG());
    expect(subset.getGlyph(face.glyphOf('B'.codePointAt(0) as number)).path.toSVG()).toBe('');
  });
});

it('refuses a font without a table it needs', () => {
  expect(() => new Typeface('broken', Buffer.alloc(12))).toThrow(/broken has no table/);
});
