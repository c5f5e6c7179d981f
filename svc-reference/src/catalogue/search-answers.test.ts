import { mostSearchBytes, SearchAnswers } from './search-answers.ts';

const answer = (bytes: number) => ({ body: Buffer.alloc(bytes), etag: '' });

describe('the cached searches of a catalogue', () => {
  it('drop the oldest when there are too many', () => {
    const answers = new SearchAnswers();
    for (let i = 0; i < 501; i++) answers.add(`key ${i}`, answer(1));
    expect([answers.get('key 0'), answers.get('key 1')?.body.length, answers.get('key 500')?.body.length]).toEqual([undefined, 1, 1]);
  });

  it('drop the oldest when they are too large, with their keys', () => {
    const answers = new SearchAnswers();
    const long = 'x'.repeat(mostSearchBytes / 8);
    for (let i = 0; i < 4; i++) answers.add(`${i}${long}`, answer(1_000));
    expect([0, 1, 2, 3].filter((i) => answers.get(`${i}${long}`))).toEqual([1, 2, 3]);
    answers.add('one that is larger than all may be', answer(mostSearchBytes));
    expect([answers.get('one that is larger than all may be'), answers.bytes]).toEqual([undefined, 0]);
  });
});
