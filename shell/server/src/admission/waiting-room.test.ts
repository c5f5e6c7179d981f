import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdmissionCookies } from './admission-cookies.ts';
import { FileQueueStore, type QueueStore } from './queue-store.ts';
import { askAgainAfter } from './waiting-page.ts';
import { type QueuePosition, WaitingRoom } from './waiting-room.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-queue-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const aStore = (): FileQueueStore => new FileQueueStore(join(folder, `${++files}`, 'queue.json'));

/** How long calls wait, in seconds. */
const [calm, busy, overrun] = [0, 0.5, 2];

function aRoom(store: QueueStore = aStore()) {
  const state = { wait: calm };
  const room = new WaitingRoom({ store, behind: () => state.wait });
  return { room, state };
}

/** Simulates overload for long enough that a queue begins. */
async function press({ room, state }: ReturnType<typeof aRoom>): Promise<void> {
  state.wait = overrun;
  for (let i = 0; i < 3; i++) await room.tick();
}

const arrivals = async (room: WaitingRoom, count: number): Promise<(QueuePosition | undefined)[]> => {
  const all: (QueuePosition | undefined)[] = [];
  for (let i = 0; i < count; i++) all.push(await room.arrive());
  return all;
};

/** Presents a place that was presented before. */
const comeBack = (room: WaitingRoom, place: number) => room.comeBack({ place, isNew: false });

describe('The queue of newcomers', () => {
  it('lets everybody in while nothing is pressed', async () => {
    const { room } = aRoom();
    for (let i = 0; i < 5; i++) {
      expect(await arrivals(room, 100)).toEqual(Array(100).fill(undefined));
      await room.tick();
    }
    expect(room.isClosed).toBe(false);
  });

  it('does not begin for a moment of pressure, as at the start of the gateway', async () => {
    const { room, state } = aRoom();
    for (let i = 0; i < 20; i++) {
      state.wait = i % 3 !== 2 ? overrun : calm;
      await room.tick();
      expect(await room.arrive()).toBeUndefined();
    }
  });

  it('begins at once when a crowd comes within a second, and goes on at half of that pace while nothing waits', async () => {
    const { room } = aRoom();
    const entered = (await arrivals(room, 300)).filter((standing) => standing === undefined);
    expect(entered).toHaveLength(100);
    expect(room.isClosed).toBe(true);
    await room.tick();
    expect(room.waiting).toBeLessThanOrEqual(150);
    for (let i = 0; i < 5; i++) await room.tick();
    expect(room.waiting).toBe(0);
  });

  it('does not take those for a crowd who come as always', async () => {
    const { room } = aRoom();
    for (const count of [90, 200, 250, 300]) {
      expect((await arrivals(room, count)).filter(Boolean)).toEqual([]);
      await room.tick();
    }
  });

  it('keeps its pace while calls wait as they should, and changes it little while they wait for longer or not at all', async () => {
    const { room, state } = aRoom();
    await arrivals(room, 10_000);
    /** Runs this many seconds with the given wait. Returns how many places are called in the last of them. */
    const calledAfter = async (seconds: number, wait: number): Promise<number> => {
      state.wait = wait;
      for (let i = 1; i < seconds; i++) await room.tick();
      const { waiting } = room;
      await room.tick();
      return waiting - room.waiting;
    };
    expect(await calledAfter(10, busy)).toBe(50);
    // When calls wait too long, slightly fewer people are called at once, and the pace decreases slowly.
    const about = (count: number) => expect.closeTo(count, -0.6);
    expect(await calledAfter(1, overrun)).toEqual(about(42));
    expect(await calledAfter(20, overrun)).toEqual(about(34));
    expect(await calledAfter(1, busy)).toEqual(about(40));
    // When no call waits, slightly more people are called at once, and the pace increases.
    expect(await calledAfter(1, calm)).toEqual(about(43));
    expect(await calledAfter(30, calm)).toEqual(about(62));
  });

  it('passes over the places of those who have gone away: as many people come in as before', async () => {
    const { room, state } = aRoom();
    await room.tick();
    const places = (await arrivals(room, 20_000)).flatMap((standing) => (standing ? [standing] : []));
    expect(places.every(({ isNew }) => isNew)).toBe(true);
    // Only one of ten people still waits.
    const waiting = places.filter((_, i) => i % 10 === 0).map(({ place }) => place);
    for (const place of waiting) expect(await room.comeBack({ place, isNew: true })).toEqual(expect.not.objectContaining({ isNew: true }));
    state.wait = busy;
    for (let i = 0; i < 60; i++) await room.tick();
    const left = room.waiting;
    await room.tick();
    expect(left - room.waiting).toBeGreaterThanOrEqual(450);
    expect(left - room.waiting).toBeLessThanOrEqual(550);
  });

  it('counts a place once, however often its first cookie is sent', async () => {
    const store = aStore();
    const { room } = aRoom(store);
    await room.tick();
    await arrivals(room, 20_000);
    const send = async (times: number, ...places: number[]) => {
      for (let i = 0; i < times; i++) for (const place of places) await room.comeBack({ place, isNew: true });
      await room.tick();
    };
    await send(100, 10_050);
    await send(100, 10_050, 10_051);
    expect((await store.counted()).get(100)).toBe(2);
  });

  /** A room whose numbers can be lost, as when Redis is emptied. */
  const aForgetfulRoom = () => {
    const [lost, found] = [aStore(), aStore()];
    let store: QueueStore = lost;
    const opened = aRoom({
      take: () => store.take(),
      countWaiting: (people) => store.countWaiting(people),
      counted: () => store.counted(),
      call: (people, judged) => store.call(people, judged),
      close: () => undefined,
    });
    const lose = () => {
      store = found;
    };
    return { ...opened, lost, found, lose };
  };

  it('keeps its pace after the numbers were lost while newcomers wait', async () => {
    const opened = aForgetfulRoom();
    const { room, state, found, lose } = opened;
    await press(opened);
    state.wait = busy;
    for (let second = 0; second < 50; second++) {
      for (const standing of await arrivals(room, 300)) if (standing) await room.comeBack({ ...standing, isNew: true });
      await room.tick();
    }
    lose();
    let before = 0;
    for (let second = 0; second < 50; second++) {
      for (const standing of await arrivals(room, 300)) if (standing) await room.comeBack({ ...standing, isNew: true });
      await room.tick();
      const { called } = await found.call(0);
      expect(called - before).toBeLessThanOrEqual(3);
      before = called;
    }
    expect(before).toBeGreaterThan(0);
  });

  it('counts the new holder of a place that was given again after the numbers were lost', async () => {
    const { room, lost, found, lose } = aForgetfulRoom();
    await room.tick();
    await arrivals(room, 20_000);
    const send = async () => {
      await room.comeBack({ place: 10_050, isNew: true });
      await room.tick();
    };
    await send();
    lose();
    for (let i = 0; i < 2; i++) await room.tick();
    await arrivals(room, 20_000);
    await send();
    expect([(await lost.counted()).get(100), (await found.counted()).get(100)]).toEqual([1, 1]);
  });

  it('tells how many people are ahead and when it is their turn, where most places belong to people who have gone away', async () => {
    const { room, state } = aRoom();
    await room.tick();
    await arrivals(room, 100);
    const places = (await arrivals(room, 24_000)).flatMap((standing) => (standing ? [standing.place] : []));
    // All of the first 4,000 people still wait, and one in ten of the others.
    const waiting = places.filter((place) => place <= 4_000 || place % 10 === 0);
    for (const place of waiting) await room.comeBack({ place, isNew: true });
    state.wait = busy;
    for (let i = 0; i < 60; i++) await room.tick();
    const left = async (): Promise<number[]> => {
      const still = await Promise.all(waiting.map((place) => comeBack(room, place)));
      return waiting.filter((_, i) => still[i]);
    };
    const [, next, ...others] = await left();
    const last = others.at(-1) as number;
    expect(await comeBack(room, next as number)).toMatchObject({ ahead: 1 });
    const told = (await comeBack(room, last)) as QueuePosition;
    expect(Math.abs(told.ahead / (others.length + 1) - 1)).toBeLessThan(0.02);
    expect(Math.abs(room.people / (others.length + 2) - 1)).toBeLessThan(0.02);
    let seconds = 0;
    for (; await comeBack(room, last); seconds++) await room.tick();
    expect(Math.abs((told.seconds as number) / seconds - 1)).toBeLessThan(0.1);
  });

  it('gives places in the order of arrival when it is pressed, and calls them in this order', async () => {
    const opened = aRoom();
    const { room, state } = opened;
    await arrivals(room, 10);
    await press(opened);
    expect(room.isClosed).toBe(true);
    const places = (await arrivals(room, 20)).flatMap((standing) => (standing ? [standing.place] : []));
    expect(places).toEqual(Array.from(places, (_, i) => i + 1));
    expect(places.length).toBeGreaterThan(10);
    state.wait = calm;
    const entered: number[] = [];
    for (let i = 0; i < 60 && entered.length < places.length; i++) {
      await room.tick();
      for (const place of places) if (!entered.includes(place) && !(await comeBack(room, place))) entered.push(place);
    }
    expect(entered).toEqual(places);
  });

  it('tells how many are ahead and how long it takes, and is right about it', async () => {
    const opened = aRoom();
    const { room, state } = opened;
    for (let i = 0; i < 10; i++) {
      await arrivals(room, 20);
      await room.tick();
    }
    await press(opened);
    const last = (await arrivals(room, 200)).at(-1) as QueuePosition;
    expect(last.ahead).toBe(last.place - 1);
    // The pace oscillates around what the portal can handle.
    for (let i = 0; i < 10; i++) {
      state.wait = i % 4 === 0 ? 1 : calm;
      await room.tick();
    }
    const now = (await comeBack(room, last.place)) as QueuePosition;
    expect(now.ahead).toBeLessThan(last.ahead);
    let seconds = 0;
    while (await comeBack(room, last.place)) {
      state.wait = seconds++ % 4 === 0 ? 1 : calm;
      await room.tick();
    }
    expect(now.seconds).toBeGreaterThan(seconds * 0.5);
    expect(now.seconds).toBeLessThan(seconds * 2);
  });

  it('ends when nobody has waited for half a minute, and goes past places that nobody comes back for', async () => {
    const opened = aRoom();
    const { room, state } = opened;
    await arrivals(room, 4);
    await press(opened);
    await arrivals(room, 500);
    state.wait = calm;
    let ticks = 0;
    while (room.isClosed && ticks < 300) {
      ticks++;
      await room.tick();
    }
    expect(room.waiting).toBe(0);
    expect(ticks).toBeLessThan(120);
    expect(await arrivals(room, 3)).toEqual([undefined, undefined, undefined]);
  });

  it('is one queue for all gateways: nobody who arrives at another one overtakes', async () => {
    const store = aStore();
    const [busy, idle] = [aRoom(store), aRoom(store)];
    await press(busy);
    const first = (await arrivals(busy.room, 50)).find(Boolean) as QueuePosition;
    await idle.room.tick();
    expect(idle.room.isClosed).toBe(true);
    const there = (await idle.room.arrive()) as QueuePosition;
    expect(there.place).toBeGreaterThan(first.place);
    // A place that one gateway has given is known to the other gateway at once.
    const late = (await busy.room.arrive()) as QueuePosition;
    expect(await comeBack(idle.room, late.place)).toMatchObject({ place: late.place });
    // Both gateways call places from the same queue, and each place only once.
    const before = busy.room.waiting;
    await busy.room.tick();
    await idle.room.tick();
    expect(idle.room.waiting).toBeLessThan(before + 1);
  });

  it('keeps its numbers when the gateway starts again, and gives a new place where they are lost', async () => {
    const file = join(folder, 'kept', 'queue.json');
    const first = aRoom(new FileQueueStore(file));
    await press(first);
    const standing = (await arrivals(first.room, 30)).at(-1) as QueuePosition;
    await first.room.tick();
    const again = aRoom(new FileQueueStore(file));
    await again.room.tick();
    expect(again.room.isClosed).toBe(true);
    expect(await comeBack(again.room, standing.place)).toMatchObject({ place: standing.place });
    writeFileSync(file, 'broken');
    const lost = aRoom(new FileQueueStore(file));
    await press(lost);
    await arrivals(lost.room, 5);
    const [given] = (await arrivals(lost.room, 1)) as [QueuePosition];
    expect(await comeBack(lost.room, standing.place)).toMatchObject({ place: given.place + 1 });
  });
});

describe('The pace of the queue', () => {
  /**
   * `capacity`: calls per second that the simulated services answer. `atOnce` and `atTheEnd`: calls that each person makes on arrival and when the form is
   * filled in.
   */
  const [capacity, atOnce, atTheEnd] = [80, 1, 3];

  interface Rush {
    /** Average number of seconds to fill in the form. Each person takes between half and one and a half times as long. */
    form: number;
    minutes: number;
    /** How many of ten people who get a place come back. */
    stay?: number;
  }

  /**
   * Simulates ten times as many people as the services can serve. Calls wait in line for at most five seconds; refused calls are repeated after four seconds.
   * @returns the share of the services' capacity that was used, for each minute
   */
  async function rush({ form, minutes, stay = 10 }: Rush): Promise<number[]> {
    const { room, state } = aRoom();
    const inSecond = <T>() => {
      const lists = new Map<number, T[]>();
      const at = (second: number): T[] => lists.get(second) ?? lists.set(second, []).get(second) ?? [];
      return { add: (second: number, item: T) => at(second).push(item), take: (second: number) => [at(second), lists.delete(second)][0] as T[] };
    };
    const calls = inSecond<{ cameIn: number; sends: boolean }>();
    const comingBack = inSecond<{ place: number; isNew: boolean }>();
    const line: { cameIn: number; sends: boolean }[] = [];
    const done: number[] = Array(minutes).fill(0);
    let [people, waiting, visitors] = [0, 0, 0];
    const comeIn = (now: number): void => {
      room.visits.enter();
      for (let i = 0; i < atOnce; i++) calls.add(now + 1, { cameIn: now, sends: false });
      const filledIn = now + Math.max(1, Math.round(form * (0.5 + (people++ % 11) / 10)));
      for (let i = 0; i < atTheEnd; i++) calls.add(filledIn + i, { cameIn: now, sends: i === 0 });
    };
    for (let now = 0; now < minutes * 60; now++) {
      await room.tick();
      const goOn = (standing: QueuePosition | undefined): void => {
        if (standing) comingBack.add(now + askAgainAfter(standing), { place: standing.place, isNew: standing.isNew === true });
        else comeIn(now);
      };
      for (const held of comingBack.take(now)) {
        const standing = await room.comeBack(held);
        if (!standing) waiting--;
        goOn(standing);
      }
      for (let i = 0; i < (10 * capacity) / (atOnce + atTheEnd); i++) {
        const standing = await room.arrive();
        if (standing && (waiting >= 5_000 || i % 10 >= stay)) continue;
        if (standing) waiting++;
        goOn(standing);
      }
      let refused = 0;
      for (const call of calls.take(now)) {
        if (line.length < 5 * capacity) line.push(call);
        else {
          refused++;
          calls.add(now + 4, call);
        }
      }
      for (const { cameIn, sends } of line.splice(0, capacity)) {
        room.visits.call(now - cameIn, sends, `${visitors++}`);
        (done[Math.floor(now / 60)] as number)++;
      }
      state.wait = (line.length + 4 * refused) / capacity;
    }
    return done.map((count) => count / 60 / capacity);
  }

  const average = (shares: number[]): number => shares.reduce((sum, share) => sum + share, 0) / shares.length;

  // For comparison: if the queue did not learn how many calls a person makes, the services would run at 94, 93 and 75 % of their capacity in the second to the
  // tenth minute (for forms that take 2, 20 and 60 seconds).
  it.each([
    [2, 0.9],
    [20, 0.93],
    [60, 0.9],
  ])('has the services do what they can, also where a form takes %i seconds', async (form, share) => {
    expect(average((await rush({ form, minutes: 10 })).slice(1))).toBeGreaterThan(share);
  });

  it('does so where most people do not come back for their place', async () => {
    expect(average((await rush({ form: 20, minutes: 10, stay: 3 })).slice(1))).toBeGreaterThan(0.75);
  });
});

describe('The cookie of a visit', () => {
  let now = Date.UTC(2026, 10, 25);
  const cookies = new AdmissionCookies('a secret of this portal', () => now);

  it('is a place or a pass that this portal signed', () => {
    expect(cookies.read(cookies.place(7, false))).toEqual({ place: 7, isNew: false });
    expect(cookies.read(cookies.place(8, true))).toEqual({ place: 8, isNew: true });
    expect(cookies.read(cookies.pass())).toEqual({ inside: true, age: 0, cameIn: now });
    const place = cookies.place(50_000, false);
    for (const forged of [
      place.replace('50000', '1'),
      place.replace('place', 'in'),
      `${place}x`,
      place.slice(0, -1),
      '',
      'in.0.1.AAAAAAAAAAAAAAAAAAAAAA',
      new AdmissionCookies('another secret', () => now).pass(),
    ])
      expect(cookies.read(forged)).toBeUndefined();
    expect(cookies.read(undefined)).toBeUndefined();
  });

  it('says when its holder came in, also after it was renewed', () => {
    const cameIn = now;
    now += 700_000;
    expect(cookies.read(cookies.pass(cameIn))).toEqual({ inside: true, age: 0, cameIn });
  });

  it('ends: a pass two hours after its holder was last seen', () => {
    const pass = cookies.pass();
    now += 2 * 3_600_000;
    expect(cookies.read(pass)).toMatchObject({ inside: true });
    now += 1;
    expect(cookies.read(pass)).toBeUndefined();
  });
});
