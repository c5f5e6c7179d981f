/**
 * How the portal calls each thing. `en` is the word in English texts; every other language has one word, written with the stems of its forms.
 * `not` are words for the same thing that no text uses.
 *
 * @typedef {{ about: string, aboutPt: string, words: Record<string, string | string[]>, not?: Record<string, string[]>, unless?: RegExp }} Term
 *   `unless`: English texts that mean something else. `words`: the first of several is shown in the glossary, the others are forms of it
 */

/** @type {Term[]} */
export const glossary = [
  {
    about: 'what a traveller registers before a journey',
    aboutPt: 'o que o viajante regista antes da viagem',
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
    aboutPt: 'o código quadrado que o funcionário lê',
    words: { en: 'QR code', pt: ['código QR', 'códigos QR'], id: 'kode QR', tet: 'kódigu QR', 'zh-Hans': '二维码', ar: ['رمز QR', 'رموز QR', 'رمز الاستجابة'] },
    not: { en: ['barcode', 'bar code'], pt: ['código de barras', 'QR code'], id: ['barcode'] },
  },
  {
    about: 'the document of a person who travels',
    aboutPt: 'o documento de quem viaja',
    words: { en: 'passport', pt: 'passaporte', id: 'paspor', tet: 'pasaporte', 'zh-Hans': '护照', ar: 'جواز' },
    unless: /passport photo/i,
  },
  {
    about: 'what a telephone keeps until it is sent',
    aboutPt: 'o que o telefone guarda até ser enviado',
    words: { en: 'draft', pt: ['rascunho'], id: ['draf'], tet: 'raskuñu', 'zh-Hans': '草稿', ar: ['مسودة', 'المسودة', 'مسودات'] },
  },
  {
    about: 'which way a traveller takes at the border',
    aboutPt: 'o caminho que o viajante segue na fronteira',
    words: { en: 'lane', pt: ['canal', 'canais'], id: 'jalur', tet: 'kanál', 'zh-Hans': '通道', ar: ['مسار', 'المسار'] },
    not: { en: ['channel'], pt: ['corredor'] },
  },
  {
    about: 'who works for the authority',
    aboutPt: 'quem trabalha para a autoridade',
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
    aboutPt: 'pessoas que viajam juntas com um só código',
    words: { en: 'group', pt: ['grupo'], id: 'rombongan', tet: 'grupu', 'zh-Hans': '团组', ar: ['مجموعة', 'مجموعت'] },
  },
  {
    about: 'what is taken along',
    aboutPt: 'o que se leva na viagem',
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
    aboutPt: 'tirar um ficheiro do portal',
    words: {
      en: 'download',
      pt: ['descarregar', 'descarreg'],
      id: ['unduh'],
      tet: 'deskarrega',
      'zh-Hans': '下载',
      ar: ['تنزيل', 'التنزيل', 'نزّل', 'نزل'],
    },
    not: { pt: ['fazer download', 'baixar'] },
  },
  {
    about: 'a paper that says what was paid',
    aboutPt: 'um papel que diz o que foi pago',
    words: { en: 'receipt', pt: ['recibo'], id: 'kuitansi', tet: 'resibu', 'zh-Hans': '收据', ar: ['إيصال', 'الإيصال', 'إيصالات'] },
  },
  {
    about: 'to register what one brings and who one is when coming in',
    aboutPt: 'registar quem se é e o que se traz ao entrar',
    words: { en: 'arrival', pt: 'chegada', id: ['kedatangan', 'tiba'], tet: 'xegada', 'zh-Hans': ['入境', '抵达', '到达'], ar: ['وصول', 'قادم'] },
    unless: /estimated/i,
  },
  {
    about: 'to leave the country',
    aboutPt: 'sair do país',
    words: {
      en: 'departure',
      pt: ['partida', 'saída'],
      id: ['keberangkatan', 'berangkat'],
      tet: ['partida', 'sai'],
      'zh-Hans': ['出境', '离境', '出发'],
      ar: ['مغادرة', 'المغادرة', 'مغادرتك'],
    },
  },
  {
    about: 'a person who crosses the border',
    aboutPt: 'a pessoa que atravessa a fronteira',
    words: { en: 'traveller', pt: ['viajante', 'passageir'], id: ['pelancong', 'orang'], tet: ['viajante', 'ema'], 'zh-Hans': ['旅客', '旅行者'], ar: 'مسافر' },
  },
  {
    about: 'what allows somebody to practise a profession',
    aboutPt: 'o que permite exercer uma profissão',
    words: {
      en: 'licence',
      pt: 'licença',
      id: ['lisensi', 'surat izin mengemudi', 'SIM'],
      tet: ['lisensa', 'karta kondusaun'],
      'zh-Hans': ['执照', '许可证', '驾驶证', '驾照'],
      ar: ['ترخيص', 'رخصة', 'تراخيص'],
    },
    not: { en: ['license'], pt: ['alvará'], 'zh-Hans': ['牌照'] },
    unless: /driving/i,
  },
  {
    about: 'what allows a vehicle to cross the border',
    aboutPt: 'o que permite a um veículo atravessar a fronteira',
    words: { en: 'permit', pt: ['autorização', 'autorizações'], id: 'izin', tet: 'autorizasaun', 'zh-Hans': '许可', ar: ['تصريح', 'تصاريح'] },
    not: { pt: ['permisso'] },
  },
  {
    about: 'the journey of a vehicle over the border',
    aboutPt: 'a deslocação de um veículo pela fronteira',
    words: { en: 'trip', pt: ['viagem', 'viagens'], id: 'perjalanan', tet: ['viajen', 'viajem'], 'zh-Hans': ['行程', '出行'], ar: ['رحلة', 'رحلات', 'رحلت'] },
  },
  {
    about: 'what is asked of an office',
    aboutPt: 'o que se pede a um serviço',
    words: { en: 'application', pt: ['pedido', 'candidatura', 'requerimento'], id: 'permohonan', tet: 'pedidu', 'zh-Hans': '申请', ar: 'طلب' },
    not: { pt: ['solicitação'], en: ['petition'] },
  },
  {
    about: 'who asks for a licence',
    aboutPt: 'quem pede uma licença',
    words: { en: 'applicant', pt: 'requerente', id: 'pemohon', tet: 'rekerente', 'zh-Hans': '申请人', ar: ['مقدم الطلب', 'مقدّم الطلب', 'مقدم'] },
    not: { pt: ['solicitante', 'candidato'] },
  },
  {
    about: 'whom a licence or permit is for',
    aboutPt: 'a quem pertence uma licença ou autorização',
    words: { en: 'holder', pt: 'titular', id: 'pemegang', tet: 'titulár', 'zh-Hans': ['持有人', '持证人'], ar: ['صاحب', 'حامل'] },
    not: { en: ['owner of the licence'] },
    unless: /place|card holder/i,
  },
  {
    about: 'the number by which a document is found',
    aboutPt: 'o número pelo qual se encontra um documento',
    words: {
      en: 'reference',
      pt: ['referência', 'n.º'],
      id: ['referensi', 'nomor', 'acuan'],
      tet: ['referénsia', 'númeru'],
      'zh-Hans': ['编号', '参考'],
      ar: ['مرجع', 'الرقم'],
    },
    not: { en: ['ref. no', 'case number'], pt: ['número de processo'] },
  },
  {
    about: 'where one enters the country',
    aboutPt: 'onde se entra no país',
    words: {
      en: 'entry point',
      pt: ['ponto de entrada', 'pontos de entrada', 'posto'],
      id: 'tempat masuk',
      tet: 'fatin tama',
      'zh-Hans': ['入境口岸', '入境点'],
      ar: ['نقطة الدخول', 'نقطة دخول'],
    },
    not: { en: ['port of entry', 'point of entry'], pt: ['porto de entrada'] },
  },
  {
    about: 'where one leaves the country',
    aboutPt: 'onde se sai do país',
    words: {
      en: 'exit point',
      pt: 'ponto de saída',
      id: 'tempat keluar',
      tet: 'fatin sai',
      'zh-Hans': ['出境口岸', '出境点'],
      ar: ['نقطة الخروج', 'نقطة خروج', 'نقطة المغادرة'],
    },
  },
  {
    about: 'what has to be paid',
    aboutPt: 'o que tem de ser pago',
    words: { en: 'fee', pt: 'taxa', id: 'biaya', tet: ['taxa', 'osan'], 'zh-Hans': '费', ar: ['رسم', 'رسوم'] },
    not: { en: ['tariff'], pt: ['emolumento', 'tarifa'] },
    unless: /\bfeel|feedback|feed/i,
  },
  {
    about: 'the paper that says what to pay',
    aboutPt: 'o papel que diz o que pagar',
    words: {
      en: 'invoice',
      pt: 'fatura',
      id: ['tagihan', 'faktur'],
      tet: 'fatura',
      'zh-Hans': ['账单', '缴费单', '发票'],
      ar: ['فاتورة', 'الفاتورة', 'فاتورت'],
    },
    not: { en: ['bill of payment'], pt: ['factura'] },
  },
  {
    about: 'where fees are paid',
    aboutPt: 'onde se pagam as taxas',
    words: {
      en: 'cashier',
      pt: ['tesouraria', 'tesoureir'],
      id: 'kasir',
      tet: ['tezouraria', 'kaixa'],
      'zh-Hans': ['收费处', '出纳', '缴费处'],
      ar: ['صندوق', 'الصندوق'],
    },
    not: { pt: ['caixa do serviço'] },
  },
  {
    about: 'to begin using an account',
    aboutPt: 'começar a usar uma conta',
    words: { en: 'sign in', pt: 'sessão', id: 'masuk', tet: 'tama', 'zh-Hans': '登录', ar: ['تسجيل الدخول', 'سجلت الدخول', 'الدخول', 'دخول'] },
    not: { en: ['log in', 'login', 'log on', 'sign on'], pt: ['fazer login', 'autentique-se'], id: ['login', 'log in'], tet: ['login'], 'zh-Hans': ['登入'] },
  },
  {
    about: 'to end using an account',
    aboutPt: 'deixar de usar uma conta',
    words: { en: 'sign out', pt: 'sessão', id: 'keluar', tet: 'sai', 'zh-Hans': ['退出', '登出'], ar: ['تسجيل الخروج', 'الخروج'] },
    not: { en: ['log out', 'logout', 'log off'], pt: ['fazer logout'], id: ['logout'] },
  },
  {
    about: 'to look at all answers once more',
    aboutPt: 'ver mais uma vez todas as respostas',
    words: {
      en: 'review',
      pt: ['rever', 'revis'],
      id: ['tinjau', 'periksa'],
      tet: ['haree fali', 'verifika'],
      'zh-Hans': ['核对', '复核', '审核'],
      ar: ['مراجعة', 'المراجعة'],
    },
  },
  {
    about: 'to hand a form in',
    aboutPt: 'entregar um formulário',
    words: {
      en: 'submit',
      pt: ['enviar', 'submeter', 'submet', 'envi'],
      id: ['kirim', 'ajukan'],
      tet: ['submete', 'haruka'],
      'zh-Hans': '提交',
      ar: ['تقديم', 'قدم', 'إرسال'],
    },
    not: { en: ['lodge'] },
  },
  {
    about: 'to take a registered application back',
    aboutPt: 'desistir de um pedido registado',
    words: { en: 'withdraw', pt: ['retirar', 'retirad', 'retirá', 'desist'], id: 'tarik', tet: 'retira', 'zh-Hans': '撤回', ar: ['سحب', 'السحب'] },
  },
  {
    about: 'a paper that is asked for',
    aboutPt: 'um papel que é exigido',
    words: {
      en: 'requirement',
      pt: ['requisito', 'exigid'],
      id: ['persyaratan', 'syarat'],
      tet: 'rekizitu',
      'zh-Hans': ['要求', '所需'],
      ar: ['متطلب', 'المطلوبة', 'مطلوب'],
    },
  },
  {
    about: 'a file of a document',
    aboutPt: 'um ficheiro de um documento',
    words: { en: 'attachment', pt: ['anexo', 'ficheiro'], id: 'lampiran', tet: ['aneksu', 'anexu'], 'zh-Hans': '附件', ar: 'مرفق' },
  },
  {
    about: 'something taken from the disk of a device',
    aboutPt: 'algo que vem do disco de um dispositivo',
    words: { en: 'file', pt: 'ficheiro', id: 'berkas', tet: 'fixeiru', 'zh-Hans': '文件', ar: 'ملف' },
    not: { pt: ['arquivos'], id: ['file'], 'zh-Hans': ['档案'] },
    unless: /on file/i,
  },
  {
    about: 'goods for sale or trade',
    aboutPt: 'bens para venda ou comércio',
    words: {
      en: 'merchandise',
      pt: 'mercadoria',
      id: ['barang dagangan', 'barang'],
      tet: ['merkadoria', 'sasán'],
      'zh-Hans': ['货物', '商品'],
      ar: ['بضائع', 'بضاعة'],
    },
  },
  {
    about: 'the citizenship in a passport',
    aboutPt: 'a cidadania que consta do passaporte',
    words: {
      en: 'nationality',
      pt: 'nacionalidade',
      id: ['kewarganegaraan', 'kebangsaan'],
      tet: 'nasionalidade',
      'zh-Hans': '国籍',
      ar: ['جنسية', 'الجنسية', 'جنسيت'],
    },
  },
  {
    about: 'cars, lorries, motorbikes and buses',
    aboutPt: 'carros, camiões, motas e autocarros',
    words: {
      en: 'vehicle',
      pt: ['veículo', 'viatura'],
      id: 'kendaraan',
      tet: ['veíkulu', 'karreta'],
      'zh-Hans': ['车辆', '车'],
      ar: ['مركبة', 'المركبة', 'مركبات'],
    },
    not: { en: ['motor car'] },
    unless: /vehicle number/i,
  },
  {
    about: 'who drives a vehicle',
    aboutPt: 'quem conduz um veículo',
    words: { en: 'driver', pt: ['condutor', 'carta de condução'], id: 'pengemudi', tet: 'kondutór', 'zh-Hans': ['驾驶人', '司机', '驾驶员'], ar: 'سائق' },
    not: { pt: ['motorista'], id: ['supir', 'sopir'] },
  },
  {
    about: 'the number on a vehicle',
    aboutPt: 'o número de um veículo',
    words: { en: 'number plate', pt: 'matrícula', id: 'pelat', tet: 'matríkula', 'zh-Hans': '车牌', ar: 'لوحة' },
    not: { en: ['licence plate', 'registration plate'], pt: ['placa do veículo'] },
  },
  {
    about: 'a written message over the network',
    aboutPt: 'uma mensagem escrita pela rede',
    words: {
      en: 'e-mail',
      pt: ['e-mail', 'correio', 'mensagem', 'aviso'],
      id: ['email', 'surel'],
      tet: 'email',
      'zh-Hans': ['电子邮件', '邮件', '邮箱'],
      ar: ['بريد', 'البريد', 'رسالة'],
    },
  },
  {
    about: 'a question that can be answered with yes or no',
    aboutPt: 'algo a que se responde com sim ou não',
    words: {
      en: 'question',
      pt: 'pergunta',
      id: 'pertanyaan',
      tet: 'pergunta',
      'zh-Hans': ['问题', '询问', '提问', '问与答'],
      ar: ['سؤال', 'أسئلة', 'السؤال', 'الأسئلة'],
    },
    not: { pt: ['questão', 'questões'] },
  },
  {
    about: 'a rule broken, or something that is not right',
    aboutPt: 'uma regra violada, ou algo que não está certo',
    words: { en: 'problem', pt: 'problema', id: 'masalah', tet: 'problema', 'zh-Hans': '问题', ar: 'مشكلة' },
  },
  {
    about: 'the office that decides',
    aboutPt: 'quem decide',
    words: {
      en: 'office',
      pt: ['serviço', 'gabinete', 'escritório', 'entidade', 'estância'],
      id: 'kantor',
      tet: ['servisu', 'gabinete'],
      'zh-Hans': ['主管部门', '办公室', '部门', '机关'],
      ar: ['مكتب', 'المكتب', 'الجهة'],
    },
    not: { pt: ['repartição'] },
    unless: /officer|cashier’s office/i,
  },
  {
    about: 'what somebody says to a question',
    aboutPt: 'o que alguém diz a uma pergunta',
    words: {
      en: 'answer',
      pt: ['resposta', 'respond'],
      id: 'jawab',
      tet: ['resposta', 'hatán'],
      'zh-Hans': ['回答', '答复', '答案', '代答', '问与答', '填写'],
      ar: ['إجاب', 'جواب', 'أجوبة', 'يجيب', 'المجيب', 'رد'],
    },
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
      if (
        language !== 'en' &&
        own.length &&
        named.test(source.replace(/\{\{\w+\}\}/g, '')) &&
        !unless?.test(source) &&
        !own.some((form) => said.includes(form))
      )
        faults.push(`calls “${word}” otherwise than “${formsOf(words[language])[0]}”: ${JSON.stringify(source)} → ${JSON.stringify(text)}`);
    }
  }
  return faults;
}

/** The glossary for the manual of staff, in their two languages. */
export const glossaryForStaff = () =>
  `${JSON.stringify(
    glossary.map(({ about, aboutPt, words }) => ({ word: { en: formsOf(words.en)[0], pt: formsOf(words.pt)[0] }, about: { en: about, pt: aboutPt } })),
    null,
    2,
  )}\n`;

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
