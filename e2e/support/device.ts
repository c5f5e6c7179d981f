import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type LaunchOptions, type Page } from '@playwright/test';

/** A browser with a profile on disk: it can be killed, and started again with the data that is on the disk. */
export class Device {
  private readonly profile = mkdtempSync(join(tmpdir(), 'portal-device-'));
  private context?: BrowserContext;

  /**
   * @param baseURL of the portal
   * @param options the launch options that the other journeys use
   */
  constructor(
    private readonly baseURL: string,
    private readonly options: LaunchOptions,
  ) {}

  /**
   * Starts the browser.
   * @returns its page
   */
  async start(): Promise<Page> {
    const { baseURL, options, profile } = this;
    this.context = await chromium.launchPersistentContext(profile, { ...options, baseURL, serviceWorkers: 'allow', locale: 'en-GB', timezoneId: 'Asia/Dili' });
    return this.context.pages()[0] ?? this.context.newPage();
  }

  /** Kills the browser process immediately, so that it cannot write anything more. */
  async kill(): Promise<void> {
    const { context } = this;
    const browser = context?.browser();
    if (!context || !browser) throw new Error('no browser runs');
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const closed = new Promise((done) => context.once('close', done));
    for (const { type, id } of processInfo) if (type === 'browser') process.kill(id, 'SIGKILL');
    await closed;
    this.context = undefined;
  }

  /** Closes the browser and deletes the profile. */
  async end(): Promise<void> {
    await this.context?.close();
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
