import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CatalogueRecord } from '@portal/contract-kit';
import { parse } from 'csv-parse/sync';
import { matchRecords } from '../../../../packages/web-kit/src/catalogue/criteria.ts';

/** The countries as the service publishes them. */
const rows: Record<string, string>[] = parse(readFileSync(resolve(__dirname, '../../../../svc-reference/seed/common/countries.csv')), {
  columns: true,
  bom: true,
});
const countries = rows.map(
  ({ code = '', name = '', name_pt, altNames, ...rest }): CatalogueRecord => ({
    code,
    name,
    names: { pt: name_pt ?? name },
    altNames: altNames ? altNames.split(';') : [],
    ...rest,
  }),
);

const found = (typed: string) => matchRecords(countries, typed)[0]?.code;

describe('a country is found', () => {
  it.each([
    // Common and former names.
    ['NL', 'holland', 'Holanda', 'Belanda', 'Nederland', 'Pays-Bas', '荷兰', 'هولندا'],
    ['MM', 'burma', 'Birmânia', 'Birmania', 'Myanmar', '缅甸', 'ميانمار'],
    ['TL', 'timor', 'east timor', 'Timor Leste', 'timor lorosae', 'Timor Timur', '东帝汶', 'تيمور'],
    ['CI', 'ivory coast', 'costa do marfim', 'Costa de Marfil', 'Pantai Gading', "Côte d'Ivoire", '科特迪瓦', 'ساحل العاج'],
    ['CH', 'swiss', 'suica', 'Schweiz', 'Suisse', 'Svizzera', '瑞士', 'سويسرا'],
    ['DE', 'alemanha', 'german', 'Deutschland', 'Jerman', 'Allemagne', '德国', 'ألمانيا'],
    ['GB', 'uk', 'england', 'Inglaterra', 'Inggris', 'Great Britain', 'Grã-Bretanha', '英国', 'بريطانيا'],
    ['US', 'usa', 'america', 'EUA', 'Estados Unidos', 'Amerika Serikat', '美国', 'أمريكا'],
    ['CZ', 'czech republic', 'República Checa', 'Ceko', 'Česko', '捷克'],
    ['SZ', 'swaziland', 'Suazilândia', '斯威士兰'],
    ['MK', 'macedonia', 'Macedónia', '北马其顿'],
    ['TR', 'turkey', 'turquia', 'Turki', '土耳其', 'تركيا'],
    ['CV', 'cape verde', 'Cabo Verde', '佛得角'],
    ['BY', 'byelorussia', 'Bielorrússia', 'Belarus', 'Беларусь', '白俄罗斯'],
    ['IR', 'persia', 'Irão', 'إيران', '伊朗'],
    ['LK', 'ceylon', 'Ceilão', 'Sri Lanka', '斯里兰卡'],
    ['KH', 'kampuchea', 'Camboja', 'Kamboja', '柬埔寨', 'កម្ពុជា'],
    ['TH', 'siam', 'Tailândia', 'ประเทศไทย', 'ไทย', '泰国'],
    ['VN', 'viet nam', 'Vietname', 'Việt Nam', '越南'],
    ['CD', 'zaire', 'drc', 'RDC', '刚果（金）'],
    ['KR', 'south korea', 'korea', 'Coreia do Sul', 'Korea Selatan', '韩国', '대한민국', '한국'],
    ['KP', 'north korea', 'dprk', 'Korea Utara', '朝鲜'],
    ['JP', 'japan', 'Japão', 'Jepang', 'Nippon', '日本', 'اليابان'],
    ['CN', 'china', 'prc', 'Tiongkok', 'Cina', '中国', 'الصين'],
    ['TW', 'taiwan', 'formosa', '台湾', '臺灣'],
    ['HK', 'hong kong', '香港'],
    ['MO', 'macau', 'macao', '澳门'],
    ['ID', 'indonesia', 'Indonésia', '印尼', '印度尼西亚', 'إندونيسيا'],
    ['MY', 'malaysia', 'Malásia', '马来西亚'],
    ['AU', 'australia', 'Austrália', 'Aussie', '澳大利亚', '澳洲', 'أستراليا'],
    ['NZ', 'new zealand', 'Nova Zelândia', 'Selandia Baru', 'aotearoa', '新西兰', '纽西兰'],
    ['PH', 'philippines', 'Filipinas', 'Pilipinas', 'filipino', '菲律宾'],
    ['SA', 'saudi', 'Arábia Saudita', 'Arab Saudi', 'السعودية', '沙特'],
    ['AE', 'uae', 'dubai', 'emirates', 'الإمارات', '阿联酋'],
    ['RU', 'russia', 'Rússia', 'Россия', '俄罗斯'],
    ['UA', 'ukraine', 'Ucrânia', 'Україна', '乌克兰'],
    ['ES', 'spain', 'Espanha', 'España', 'Spanyol', '西班牙'],
    ['GR', 'greece', 'Grécia', 'hellas', 'Yunani', 'Ελλάδα', '希腊'],
    ['EG', 'egypt', 'Egito', 'Mesir', 'مصر', '埃及'],
    ['IN', 'india', 'Índia', 'Bharat', 'भारत', '印度', 'الهند'],
    ['PT', 'portugal', 'Portugis', '葡萄牙', 'البرتغال'],
    ['BR', 'brasil', 'brazil', '巴西', 'البرازيل'],
    ['PG', 'papua new guinea', 'png', 'Papua Nova Guiné', 'Papua Nugini', '巴布亚新几内亚'],
    ['VA', 'vatican', 'holy see', 'Vaticano', 'Santa Sé', '梵蒂冈'],
    ['PS', 'palestine', 'Palestina', 'فلسطين', '巴勒斯坦'],
    ['IE', 'ireland', 'eire', 'Irlanda', '爱尔兰'],
    ['BD', 'bangladesh', 'bengali', 'বাংলাদেশ', '孟加拉'],
    ['LA', 'laos', 'ລາວ', '老挝'],
    ['SG', 'singapore', 'Singapura', '新加坡', 'سنغافورة'],
    ['FJ', 'fiji', 'Fidji', '斐济'],
  ])('%s by common, former and local names', (code, ...names) => {
    expect(names.filter((name) => found(name) !== code)).toEqual([]);
  });

  it('by its codes of two and three letters, each of them', () => {
    const wrong = countries.flatMap(({ code, alpha3 }) =>
      [code, String(alpha3 || code)].filter((typed) => found(typed) !== code || found(typed.toLowerCase()) !== code),
    );
    expect(wrong).toEqual([]);
  });

  it('by its name in every language of the portal, each of them', () => {
    const packs = resolve(__dirname, '../../../../packages/service-kit/src/languages/packs');
    const translations = readdirSync(packs).map((tag): Record<string, string> => JSON.parse(readFileSync(resolve(packs, tag, 'countries.json'), 'utf8')));
    expect(translations.length).toBeGreaterThan(3);
    const wrong = countries.flatMap(({ code, name, names }) =>
      [name, names?.pt, ...translations.map((each) => each[name])].filter(
        (typed) =>
          typed &&
          !matchRecords(countries, typed)
            .slice(0, 2)
            .some((record) => record.code === code),
      ),
    );
    expect(wrong).toEqual([]);
  });
});
