import { claimByMessages, type DraftClaim } from './draft-claim.ts';

let claims: DraftClaim[] = [];
afterEach(() => {
  for (const claim of claims) claim.release();
  claims = [];
});

/** Simulates a tab that opens the form. `held` is the last state that the tab was told. */
function tab(id: string) {
  const state: { held?: boolean } = {};
  const claim = claimByMessages(id, (held) => {
    state.held = held;
  });
  claims.push(claim);
  return Object.assign(state, claim);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a draft, by messages between tabs', () => {
  it('belongs to the first tab, and the second is told', async () => {
    const first = tab('a');
    await until(() => first.held === true);
    const second = tab('a');
    await until(() => second.held === false);
    expect(first.held).toBe(true);
  });

  it('of another form is free', async () => {
    const first = tab('a');
    await until(() => first.held === true);
    const other = tab('b');
    await until(() => other.held === true);
  });

  it('belongs to one of two tabs that open at the same time', async () => {
    const tabs = [tab('a'), tab('a')];
    await until(() => tabs.every(({ held }) => held !== undefined));
    expect(tabs.map(({ held }) => held).sort()).toEqual([false, true]);
  });

  it('may be taken, and the tab that had it is told', async () => {
    const first = tab('a');
    await until(() => first.held === true);
    const second = tab('a');
    await until(() => second.held === false);
    second.take();
    expect(second.held).toBe(true);
    await until(() => first.held === false);
  });

  it('comes to the waiting tab when the other one leaves the form', async () => {
    const first = tab('a');
    await until(() => first.held === true);
    const second = tab('a');
    await until(() => second.held === false);
    claims.shift()?.release();
    await until(() => second.held === true);
  });
});
