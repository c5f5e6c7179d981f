/**
 * Keeps track of who has which case open. Every instance of the gateway holds the complete state in memory. It stays current because pages repeat their
 * presence.
 */

/** The presence of one page at a case, as the instances exchange it. */
export interface PagePresence {
  /** The digest of the case's id. */
  case: string;
  /** The digest of the session's key. */
  session: string;
  /** Name of the page, unique within its session. */
  tab: string;
  /** Digest of the person's account. */
  person: string;
  name: string;
  /** Time in milliseconds when the presence expires unless it is repeated; 0 when the page has left. */
  until: number;
}

const nameOf = ({ session, tab }: Pick<PagePresence, 'session' | 'tab'>): string => `${session} ${tab}`;

export class Presence {
  private readonly cases = new Map<string, Map<string, PagePresence>>();

  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Records a presence.
   * @returns whether a page has opened or left the case by it
   */
  record(look: PagePresence): boolean {
    const looks = this.cases.get(look.case) ?? new Map<string, PagePresence>();
    const before = looks.get(nameOf(look));
    if (look.until > this.now()) {
      looks.set(nameOf(look), look);
      this.cases.set(look.case, looks);
      return !before;
    }
    looks.delete(nameOf(look));
    if (looks.size === 0) this.cases.delete(look.case);
    return before !== undefined;
  }

  /**
   * Removes the presences that were not repeated in time.
   * @returns the cases that were left by it
   */
  expire(): string[] {
    const now = this.now();
    const left: string[] = [];
    for (const [key, looks] of this.cases) {
      const { size } = looks;
      for (const [name, { until }] of looks) if (until <= now) looks.delete(name);
      if (looks.size < size) left.push(key);
      if (looks.size === 0) this.cases.delete(key);
    }
    return left;
  }

  /**
   * Removes all presences of a session or a person.
   * @param until only presences that expire no later than this are removed
   * @returns the cases that were left by it
   */
  forget(ended: { session?: string; person?: string }, until = Number.POSITIVE_INFINITY): string[] {
    const left: string[] = [];
    for (const [key, looks] of this.cases) {
      const { size } = looks;
      for (const [name, look] of looks) if ((look.session === ended.session || look.person === ended.person) && look.until <= until) looks.delete(name);
      if (looks.size < size) left.push(key);
      if (looks.size === 0) this.cases.delete(key);
    }
    return left;
  }

  has(look: PagePresence): boolean {
    return this.cases.get(look.case)?.has(nameOf(look)) === true;
  }

  /** Returns the names of the other people who have a case open, each once. */
  others(key: string, person: string): string[] {
    const names = new Map([...(this.cases.get(key)?.values() ?? [])].filter((look) => look.person !== person).map((look) => [look.person, look.name]));
    return [...names.values()].sort((a, b) => a.localeCompare(b));
  }

  /** The sessions that have a case open. */
  sessionsAt(key: string): ReadonlySet<string> {
    return new Set([...(this.cases.get(key)?.values() ?? [])].map(({ session }) => session));
  }

  /** Returns how many presences a session has. */
  openedBy(session: string): number {
    let count = 0;
    for (const looks of this.cases.values()) for (const look of looks.values()) if (look.session === session) count++;
    return count;
  }
}
