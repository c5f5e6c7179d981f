/**
 * How the portal calls each thing. `en` is the word in English texts; every other language has one word, written with the stems of its forms.
 * `not` are words for the same thing that no text uses.
 *
 * @typedef {{ about: string, words: Record<string, string | string[]>, not?: Record<string, string[]>, unless?: RegExp }} Term
 *   `unless`: English texts that mean something else. `words`: the first of several is shown in the glossary, the others are forms of it
 */

/** @type {Term[]} */
export const glossary = [
  {
    about: 'what a traveller registers before a journey',
    words: {
      en: 'declaration',
      pt: ['declaração', 'declarações', 'declara'],
      id: 'deklarasi',
      tet: 'deklarasaun',
      'zh-Hans': '申报',
      ar: ['إقرار', 'الإقرار', 'إقرارات', 'قرار'],
    },
    not: { pt: ['declaracao'] },
  },
  {
    about: 'the square code that an officer scans',
    words: { en: 'QR code', pt: ['código QR', 'códigos QR'], id: 'kode QR', tet: 'kódigu QR', 'zh-Hans': '二维码', ar: ['رمز QR', 'رموز QR', 'رمز الاستجابة'] },
    not: { en: ['barcode', 'bar code'], pt: ['código de barras', 'QR code'], id: ['barcode'] },
  },
  {
    about: 'the document of a person who travels',
    words: { en: 'passport', pt: 'passaporte', id: 'paspor', tet: 'pasaporte', 'zh-Hans': '护照', ar: 'جواز' },
    unless: /passport photo/i,
  },
  {
    about: 'what a telephone keeps until it is sent',
    words: { en: 'draft', pt: ['rascunho'], id: ['draf'], tet: 'rascunhu', 'zh-Hans': '草稿', ar: ['مسودة', 'المسودة', 'مسودات'] },
  },
  {
    about: 'which way a traveller takes at the border',
    words: { en: 'lane', pt: ['canal', 'canais'], id: 'jalur', tet: 'kanál', 'zh-Hans': '通道', ar: ['مسار', 'المسار'] },
    not: { en: ['channel'], pt: ['corredor'] },
  },
  {
    about: 'who works for the authority',
    words: {
      en: 'officer',
      pt: ['funcionário', 'funcionári', 'agente'],
      id: 'petugas',
      tet: 'funsionáriu',
      'zh-Hans': '官员',
      ar: ['موظف', 'الموظف', 'موظفين'],
    },
    not: { en: ['clerk', 'operator'] },
  },
  {
    about: 'persons who travel together under one code',
    words: { en: 'group', pt: ['grupo'], id: 'rombongan', tet: 'grupu', 'zh-Hans': '团组', ar: ['مجموعة', 'مجموعت'] },
  },
  {
    about: 'what is taken along',
    words: {
      en: 'bags',
      pt: ['bagagem', 'volumes'],
      id: ['tas', 'bagasi', 'koli'],
      tet: ['bagajen', 'mala'],
      'zh-Hans': ['行李'],
      ar: ['حقائب', 'الحقائب', 'أمتعة', 'الأمتعة'],
    },
    not: { en: ['baggages', 'luggages'] },
  },
  {
    about: 'to take a file from the portal',
    words: {
      en: 'download',
      pt: ['descarregar', 'descarreg'],
      id: ['unduh'],
      tet: ['download', 'deskarrega'],
      'zh-Hans': '下载',
      ar: ['تنزيل', 'التنزيل', 'نزّل', 'نزل'],
    },
    not: { pt: ['fazer download', 'baixar'] },
  },
  {
    about: 'a paper that says what was paid',
    words: { en: 'receipt', pt: ['recibo'], id: 'kuitansi', tet: 'resibu', 'zh-Hans': '收据', ar: ['إيصال', 'الإيصال', 'إيصالات'] },
  },
];

/** @param {string | string[] | undefined} words @returns {string[]} */
const formsOf = (words) => (words === undefined ? [] : [words].flat());
/** @param {string} text */
const plain = (text) => text.toLowerCase().replace(/[\u064b-\u0652]/g, '');

/**
 * The texts that call a thing otherwise than the glossary.
 * @param {string} language
 * @param {readonly (readonly [source: string, text: string])[]} texts English text and the text in the language
 */
export function glossaryFaults(language, texts) {
  const faults = [];
  for (const { words, not = {}, unless } of glossary) {
    const [word = ''] = formsOf(words.en);
    const named = new RegExp(`\\b${word}s?\\b`, 'i');
    const own = formsOf(words[language]).map(plain);
    for (const [source, text] of texts) {
      const said = plain(text);
      for (const wrong of not[language] ?? [])
        if (new RegExp(`(?<!\\p{L})${plain(wrong)}(?!\\p{L})`, 'u').test(said))
          faults.push(`says “${wrong}” instead of “${formsOf(words[language])[0]}”: ${JSON.stringify(text)}`);
      if (language !== 'en' && own.length && named.test(source) && !unless?.test(source) && !own.some((form) => said.includes(form)))
        faults.push(`calls “${word}” otherwise than “${formsOf(words[language])[0]}”: ${JSON.stringify(source)} → ${JSON.stringify(text)}`);
    }
  }
  return faults;
}

/** The glossary as a page. @param {readonly { tag: string, name: string }[]} languages */
export function glossaryPage(languages) {
  const row = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  const lines = glossary.map(({ about, words, not = {} }) =>
    row([about, ...languages.map(({ tag }) => formsOf(words[tag])[0] ?? ''), Object.values(not).flat().join(', ')]),
  );
  return `# Glossary

How the portal calls each thing, one word for each in every language. Written by \`npm run check -- --write languages\` from \`infra/dev/lib/languages/glossary.mjs\`; the same check finds a text that calls a thing otherwise.

${row(['thing', ...languages.map(({ name }) => name), 'never'])}
${row(['thing', ...languages, 'never'].map(() => '---'))}
${lines.join('\n')}
`;
}
