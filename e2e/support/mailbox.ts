import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MailServer, type TakenMail } from '@portal/service-kit/testing/mail-server';
import { end, root, run } from './portal.ts';

/** A portal that sends its mail to a mail server, and the mailboxes of that server. */
export class PortalWithMail {
  private constructor(
    readonly url: string,
    private readonly settings: Record<string, string>,
    readonly mail: MailServer,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<PortalWithMail> {
    const folder = mkdtempSync(join(tmpdir(), 'portal-mail-'));
    const mail = await new MailServer().start();
    const settings = {
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      REMOTES_DIR: join(folder, 'remotes'),
      MYSQL_URL: '',
      REDIS_URL: '',
      PUBLIC_URL: '',
      RATE_LIMIT: 'off',
      SMTP_URL: mail.url,
      SMTP_TLS: 'never',
      MAIL_FROM: 'Single Window <no-reply@portal.example>',
    };
    const { match, child } = await run('start.mjs', root, settings, /is ready after .*: (\S+)/);
    return new PortalWithMail(match[1] as string, settings, mail, async () => {
      await end(child);
      await mail.stop();
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /** Returns the mail that an address received, the oldest first. */
  received(address: string): TakenMail[] {
    return this.mail.mailbox(address);
  }

  /** Acts as the mail server that reports to the service that a mail could not be delivered. */
  async comesBack({ mail }: TakenMail, reason: string): Promise<void> {
    const id = /^<([^@]+)@/.exec(mail.messageId ?? '')?.[1];
    const env = { ...process.env, ...this.settings };
    await promisify(execFile)(process.execPath, [join(root, 'svc-declarations/dist/src/main.js'), 'returned', String(id), reason], { env });
  }
}
