/** Who has which case open. Every instance of the gateway holds the whole of it, in memory: a page repeats what it looks at. */

/** A page that looks at a case, as the instances tell one another. */
export interface Look {
  /** The digest of the case's id. */
  case: string;
  /** The digest of the session's key. */
  session: string;
  /** The page's own name among those of its session. */
  tab: string;
  /** The digest of the person. */
  person: string;
  name: string;
  /** When it ends unless it is repeated, in milliseconds; 0 when the page has left. */
  until: number;
}

const nameOf = ({ session, tab }: Pick<Look, 'session' | 'tab'>): string => `${session} ${tab}`;

export class Presence {
  private readonly cases = new Map<string, Map<string, Look>>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Records a look. @returns whether somebody came or went by it */
  record(look: Look): boolean {
    const looks = this.cases.get(look.case) ?? new Map<string, Look>();
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

  /** Forgets the looks that were not repeated. @returns the cases that somebody has left by it */
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

  /** Forgets a session or all of a person. @param until looks that end later stay @returns the cases that somebody has left by it */
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

  has(look: Look): boolean {
    return this.cases.get(look.case)?.has(nameOf(look)) === true;
  }

  /** The names of the others who have a case open, each once. */
  others(key: string, person: string): string[] {
    const names = new Map([...(this.cases.get(key)?.values() ?? [])].filter((look) => look.person !== person).map((look) => [look.person, look.name]));
    return [...names.values()].sort((a, b) => a.localeCompare(b));
  }

  /** The sessions that have a case open. */
  sessionsAt(key: string): ReadonlySet<string> {
    return new Set([...(this.cases.get(key)?.values() ?? [])].map(({ session }) => session));
  }

  /** How many cases a session has open. */
  openedBy(session: string): number {
    let count = 0;
    for (const looks of this.cases.values()) for (const look of looks.values()) if (look.session === session) count++;
    return count;
  }
}
