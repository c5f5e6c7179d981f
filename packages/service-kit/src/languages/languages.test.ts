import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { L, say } from '@portal/contract-kit';
import { matchLanguage, openLanguages } from './languages.ts';

function folderWith(tag: string, texts: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'));
  mkdirSync(join(folder, tag));
  writeFileSync(join(folder, tag, 'pack.json'), JSON.stringify({ tag, name: 'Français', direction: 'ltr', checked: 'A translator' }));
  writeFileSync(join(folder, tag, 'texts.json'), JSON.stringify(texts));
  return folder;
}

describe('the languages of a deployment', () => {
  it('are English, Portuguese and every pack', () => {
    expect(openLanguages().slice(0, 2)).toEqual(['en', 'pt']);
    expect(openLanguages()).toContain('id');
  });

  it('are those of the setting, in its order', () => expect(openLanguages('id,en')).toEqual(['id', 'en']));

  it('include packs of a folder of the deployment', () => {
    expect(openLanguages('en,fr', folderWith('fr', { Save: 'Enregistrer' }))).toEqual(['en', 'fr']);
    expect(say(L('Save', 'Guardar'), 'fr')).toBe('Enregistrer');
  });

  it('must have a pack', () => expect(() => openLanguages('en,de')).toThrow('LANGUAGES: there is no language pack de'));
});

describe('the language of a caller', () => {
  const tags = ['en', 'pt', 'id', 'zh-Hans'];
  it.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['zh-CN,zh;q=0.9', 'zh-Hans'],
    ['ZH-hans', 'zh-Hans'],
    ['fr-FR,fr;q=0.9,id;q=0.8', 'id'],
    ['fr', undefined],
    ['', undefined],
    ['*', undefined],
    ['en;q=0.2, pt;q=0.9', 'pt'],
    ['pt;q=0, en;q=0.1', 'en'],
    ['EN;Q=0.5,pt', 'pt'],
    ['pt;q=0', undefined],
  ])('%j is %j', (asked, tag) => expect(matchLanguage(asked, tags)).toBe(tag));
});
