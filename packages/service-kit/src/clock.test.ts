import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { validate, version } from 'uuid';
import { Ids } from './clock.ts';
import { areUnguessable } from './testing/unguessable.ts';

describe('Identifiers', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const many = (ids: Ids): string[] => Array.from({ length: 1_000 }, () => ids.next());

  it('are unique UUIDs of version 7, in order of creation', () => {
    const made = many(new Ids());
    for (const id of made) expect([validate(id), version(id)]).toEqual([true, 7]);
    expect(new Set(made).size).toBe(1_000);
    expect([...made].sort()).toEqual(made);
  });

  it('share no random bytes', () => {
    const ends = [...many(new Ids()), ...many(new Ids())].map((id) => id.slice(-8));
    expect(new Set(ends).size).toBeGreaterThan(1_990);
  });

  it('stay in order when the clock is set back, and contain the time', () => {
    const ids = new Ids();
    const now = jest.spyOn(Date, 'now').mockReturnValue(2_000);
    const first = ids.next();
    now.mockReturnValue(1_000);
    const second = ids.next();
    now.mockReturnValue(3_000);
    const third = ids.next();
    expect([first, second, third].sort()).toEqual([first, second, third]);
    expect(Number.parseInt(first.replace('-', '').slice(0, 12), 16)).toBe(2_000);
    expect(Number.parseInt(third.replace('-', '').slice(0, 12), 16)).toBe(3_000);
  });

  it('that are keys of the public differ in 74 random bits, also in the same millisecond', () => {
    jest.spyOn(Date, 'now').mockReturnValue(2_000);
    const ids = new Ids();
    const made = Array.from({ length: 1_000 }, () => ids.unguessable());
    for (const id of made) expect([validate(id), version(id), id.slice(0, 13)]).toEqual([true, 7, '00000000-07d0']);
    const numbers = made.map((id) => BigInt(`0x${id.replaceAll('-', '')}`));
    const varying = numbers.reduce((some, number) => some | number) & ~numbers.reduce((all, number) => all & number);
    expect([...varying.toString(2)].filter((bit) => bit === '1')).toHaveLength(74);
    expect([...made].sort()).not.toEqual(made);
    expect([areUnguessable(made), areUnguessable(many(ids))]).toEqual([true, false]);
  });
});
