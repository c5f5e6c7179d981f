import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import LongFilesFirst from './long-files-first.cjs';

const root = join(__dirname, '../../..');
const sort = (...files: string[]): string[] => {
  const tests = files.map((file) => ({
    path: join(root, file),
    context: { config: { id: 'order', cacheDirectory: __dirname }, hasteFS: { getSize: (file: string) => statSync(file).size } },
  }));
  return new LongFilesFirst().sort(tests as never).map(({ path }) => path.slice(root.length + 1));
};

it('the long test files are there', () => {
  expect(LongFilesFirst.long.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('they run first, the longest of them at once', () => {
  const [longest, next] = LongFilesFirst.long as [string, string];
  const large = 'packages/service-kit/src/documents/rights.test.ts';
  expect(sort(large, next, longest)).toEqual([longest, next, large]);
});
