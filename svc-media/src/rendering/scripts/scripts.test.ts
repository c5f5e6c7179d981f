import { writeFileSync } from 'node:fs';
import { drawLayout } from '../drawing.ts';
import { aForm, section } from '../testing/layouts.ts';

it('x', async () => {
  const names: [string, string][] = [
    ['Chinese', '李明华 王小龙 繁體龍 欢迎，先生。'],
    ['Japanese', '山田太郎 込働峠 ひらがな カタカナー'],
    ['Korean', '김철수 뷁 힣'],
    ['Arabic', 'محمد بن عبد الله (الرياض) 12345 بَيْت لا'],
    ['Persian', 'می‌خواهم نامهٔ پدر'],
    ['Hebrew', 'שלום עולם'],
    ['Mixed', 'Ali محمد 123 (دبي) Bin'],
    ['Thai', 'สมชาย น้ำใจดี ที่อยู่'],
    ['Hindi', 'राजेश कुमार क्षत्रिय हिन्दी'],
    ['Bengali', 'মোহাম্মদ রহিম'],
    ['Tamil', 'கோபால் ஸ்ரீ'],
    ['Khmer', 'សុខ ភាព ខ្មែរ'],
    ['Lao', 'ສົມສັກ ວຽງຈັນ'],
    ['Myanmar', 'အောင် ဆန်း မြန်မာ'],
    ['Vietnamese', 'Nguyễn Thị Ánh Việt ượ ẫ'],
    ['Cyrillic', 'Фёдор Ελένη Ωμέγα'],
    ['Emoji', 'A 😀 B'],
  ];
  const a = performance.now();
  const pdf = await drawLayout(aForm({ blocks: [section('Names', names), { kind: 'paragraph', text: names.map(([, v]) => v).join(' / ') }] }));
  const b = performance.now();
  await drawLayout(aForm({ blocks: [section('Names', names)] }));
  console.log(b - a, performance.now() - b, pdf.length, process.memoryUsage());
  writeFileSync('/tmp/prints-fonts/a.pdf', pdf);
});
