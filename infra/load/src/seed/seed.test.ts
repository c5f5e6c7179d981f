import { colleagues, day, hour, officeTime, type SeedContext, staff } from './case.ts';
import { aPerson } from './people.ts';
import { Random } from './random.ts';
import { plannedCases } from './seed.ts';

const now = Date.parse('2026-11-22T04:00:00Z');

describe('made up cases', () => {
  it('are the same for the same seed, in order, and reach back more than sixty days', () => {
    const [cases, again, others] = [{}, {}, { seed: 1 }].map((more) => plannedCases({ cases: 400, now, ...more }));
    const times = cases.map(({ at }) => at);
    expect(again.map(({ at }) => at)).toEqual(times);
    expect(others.map(({ at }) => at)).not.toEqual(times);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect(times[0]).toBeLessThan(now - 60 * day);
    expect(times.at(-1)).toBeGreaterThan(now - day);
  });

  it('have steps after their registration, one after another', () => {
    for (const { at, steps } of plannedCases({ cases: 400, now })) {
      let last = at;
      for (const step of steps) {
        expect(step.at).toBeGreaterThan(last);
        last = step.at;
      }
    }
  });

  it('have notes on some, and questions with answers on a few', async () => {
    const calls: string[] = [];
    const model = { id: 'id', version: 1 } as never;
    const desk: SeedContext = {
      random: new Random(1),
      register: async () => model,
      act: async (user, _path, _model, action) => {
        calls.push(`${action} ${user ? 'officer' : 'public'}`);
        return model;
      },
      pay: async () => model,
      call: async (_user, { path }) => {
        calls.push(path.replace(/.*\//, ''));
        return undefined;
      },
    };
    const cases = plannedCases({ cases: 2000, now });
    for (const { steps } of cases) for (const { run } of steps) await run(desk, model);
    const count = (call: string): number => calls.filter((each) => each === call).length / cases.length;
    expect(count('notes')).toBeGreaterThan(0.03);
    expect(count('notes')).toBeLessThan(0.09);
    expect(count('query officer')).toBeGreaterThan(0.02);
    expect(count('feedback public')).toBeGreaterThan(0.01);
  });

  it('are hardly ever left: few of the old ones wait for a first step', () => {
    const cases = plannedCases({ cases: 3000, now });
    const old = cases.filter(({ at }) => at < now - 12 * day);
    const left = old.filter(({ steps }) => steps.length === 0).length / old.length;
    expect(left).toBeGreaterThan(0.002);
    expect(left).toBeLessThan(0.03);
  });

  it('are of people of many countries, with the letters of their names', () => {
    const random = new Random(3);
    const people = Array.from({ length: 500 }, () => aPerson(random));
    expect(new Set(people.map(({ nationalityCode }) => nationalityCode)).size).toBeGreaterThan(12);
    expect(people.filter(({ firstName, lastName }) => /[^ -~]/.test(firstName + lastName)).length).toBeGreaterThan(100);
    for (const { emailAddress, passport, birthDate } of people) {
      expect(emailAddress).toMatch(/^[a-z]+\.[a-z]+\d+@example\.org$/);
      expect(passport).toMatch(/^[A-Z0-9]{7,9}$/);
      expect(birthDate).toMatch(/^(19|20)\d\d-[01]\d-[0-3]\d$/);
    }
  });

  it.each([
    ['within the hours', '2026-11-20T03:00:00Z', '2026-11-20T03:00:00Z'],
    ['in the evening', '2026-11-19T10:15:00Z', '2026-11-20T01:15:00Z'],
    ['on a Friday evening', '2026-11-20T10:15:00Z', '2026-11-23T01:15:00Z'],
    ['on a Saturday', '2026-11-21T03:00:00Z', '2026-11-23T00:00:00Z'],
  ])('are worked on in office hours: %s', (_what, at, expected) => {
    const time = officeTime(Date.parse(at));
    expect(time).toBeGreaterThanOrEqual(Date.parse(at));
    expect([new Date(time).getUTCDay() % 6 !== 0, (time % day) / hour < 9]).toEqual([true, true]);
    expect(new Date(time).toISOString().slice(0, 10)).toBe(expected.slice(0, 10));
  });

  it('name officers who exist, or colleagues of them', () => {
    const known = new Set([...colleagues.map(([username]) => username), ...colleagues.map(([, , like]) => like)]);
    const others = Object.values(staff)
      .flat()
      .filter((user) => !known.has(user));
    expect(others.sort()).toEqual(['cashier', 'cashier-2', 'licence-approver', 'licence-approver-2', 'licence-assessor', 'trip-approver']);
  });
});
