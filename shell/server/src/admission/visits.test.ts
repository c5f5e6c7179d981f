import { Visits } from './visits.ts';

/** Simulates visits: `peopleIn` people come in each second, and each makes calls `callsAfter` seconds later. The last call of each person sends something. */
function visitsOf(seconds: number, peopleIn: (second: number) => number, callsAfter: readonly number[]): Visits {
  const visits = new Visits();
  for (let now = 0; now < seconds; now++) {
    for (let i = 0; i < peopleIn(now); i++) visits.enter();
    for (const [i, after] of callsAfter.entries())
      for (let person = 0; now >= after && person < peopleIn(now - after); person++)
        visits.call(after + 0.5, i === callsAfter.length - 1, `${now - after} ${person}`);
    visits.tick();
  }
  return visits;
}

describe('What a visit brings', () => {
  it('is undefined until enough visits have been counted', () => {
    expect(new Visits().perPerson).toBeUndefined();
    expect(visitsOf(59, () => 5, [0, 60]).perPerson).toBeUndefined();
  });

  it.each([
    ['as many as always', () => 5],
    ['more each second', (second: number) => second],
    ['fewer each second', (second: number) => Math.max(0, 200 - second)],
    ['a crowd in one second', (second: number) => (second === 10 ? 300 : 0)],
  ])('is right while most people are still busy: %s', (_, peopleIn) => {
    const { calls, sendsAfter } = visitsOf(100, peopleIn, [0, 0, 1, 60]).perPerson ?? {};
    expect(calls).toBeCloseTo(4, 1);
    expect(sendsAfter).toBeCloseTo(60.5, 1);
  });

  it('changes when people do', () => {
    const visits = visitsOf(200, () => 5, [0, 10]);
    expect(visits.perPerson?.calls).toBeCloseTo(2, 1);
    for (let now = 0; now < 600; now++) {
      for (let i = 0; i < 5; i++) visits.enter();
      for (let i = 0; i < 20; i++) visits.call(3, true, `${now} ${i}`);
      visits.tick();
    }
    expect(visits.perPerson?.calls).toBeCloseTo(4, 0);
    expect(visits.perPerson?.sendsAfter).toBeCloseTo(3, 0);
  });

  it('is not what a program does with the pass of a person, for as long as it goes on', () => {
    const visits = new Visits();
    for (let now = 0; now < 600; now++) {
      for (let person = 0; person < 2; person++) {
        visits.enter();
        visits.call(0.5, true, `${now} ${person}`);
      }
      for (let i = 0; i < 200; i++) visits.call(now, true, 'a program');
      visits.tick();
    }
    expect(visits.perPerson?.calls).toBeCloseTo(1, 0);
    expect(visits.answered).toBe(2);
  });

  it('leaves out who came in too long ago to be followed, and times that cannot be', () => {
    const visits = visitsOf(5, () => 1, [0]);
    const before = visits.perPerson;
    for (const age of [900, 7_200, -1, Number.NaN]) visits.call(age, true, 'somebody');
    visits.tick();
    expect(visits.answered).toBe(0);
    expect(visits.perPerson?.sendsAfter).toBe(before?.sendsAfter);
  });

  it('tells how many came in and how many calls were answered lately', () => {
    const visits = visitsOf(10, (second) => second, [0, 0]);
    expect(visits.answered).toBe(18);
    expect(visits.enteredIn(2)).toBe(8.5);
  });
});
