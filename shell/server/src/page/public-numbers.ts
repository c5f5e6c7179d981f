import { fetchTraced } from '@portal/service-kit';
import type { GatewaySettings } from '../settings.ts';

/** Milliseconds until the numbers are requested again, after success and after a failure. */
const freshMs = 60_000;
const retryMs = 5_000;
const longestWaitMs = 5_000;

/** The numbers on the public home page, as svc-declarations returns them. */
interface Numbers {
  from: string;
  to: string;
  registered: number | null;
  onTime: number | null;
}

interface Log {
  warn(fields: object, message: string): void;
}

/** Caches the two numbers of the public home page. No page waits for them; each page shows the numbers that are cached. */
export class HomeNumbers {
  private known: Numbers | undefined;
  private askAt = 0;

  constructor(
    private readonly settings: Pick<GatewaySettings, 'publicNumbers' | 'declarationsUrl'>,
    private readonly log: Log,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the numbers as JSON for the page; an empty text when there are none. */
  current(): string {
    if (!this.settings.publicNumbers) return '';
    const now = this.now();
    if (now >= this.askAt) {
      this.askAt = now + freshMs;
      void this.ask();
    }
    return this.known ? JSON.stringify(this.known) : '';
  }

  private async ask(): Promise<void> {
    try {
      const answer = await fetchTraced('GET public numbers', `${this.settings.declarationsUrl}/v1/public-numbers`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(longestWaitMs),
      });
      // The service does not publish numbers: asked again in a minute, like any answer.
      if (answer.status === 404) {
        this.known = undefined;
        return;
      }
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const { from, to, registered, onTime } = ((await answer.json()) as { model: Numbers }).model;
      this.known = registered === null && onTime === null ? undefined : { from, to, registered, onTime };
    } catch (error) {
      // The cached numbers stay valid, because they state the days that they cover.
      this.askAt = this.now() + retryMs;
      this.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the numbers of the home are not told');
    }
  }
}
