import { keyListener } from './hand-scanner.ts';

it('takes a single key for a key, and what a scanner types for a code', () => {
  const heard: string[] = [];
  const listener = keyListener(
    (key) => heard.push(`key ${key}`),
    (text) => heard.push(`scan ${text}`),
  );
  const burst = (...keys: string[]) => {
    for (const key of keys) listener.press(key);
    listener.rest();
  };
  burst('a');
  burst('Enter');
  burst('A', 'R', '-', '1', 'Enter');
  burst();
  expect(heard).toEqual(['key a', 'key Enter', 'scan AR-1']);
});
