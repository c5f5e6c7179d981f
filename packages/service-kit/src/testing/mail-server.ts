/** For tests only: a mail server that keeps the mail that it accepts. */
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that the server has accepted. */
export interface TakenMail {
  to: string;
  mail: ParsedMail;
  /** The source of the mail, with unfolded headers. */
  raw: string;
  /** Whether the mail came over TLS. */
  secure: boolean;
  user?: string;
  at: number;
}

const error = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

export class MailServer {
  /** Every accepted mail, including repeated ones. */
  readonly taken: TakenMail[] = [];
  /** Returns the code with which the server refuses a recipient; undefined to accept the mail. */
  refusal?: (to: string) => number | undefined;
  /** Called when a mail is accepted, before the sender gets the answer. */
  beforeAnswer?: (taken: TakenMail) => void | Promise<void>;
  private server?: SMTPServer;
  port = 0;

  constructor(private readonly options: SMTPServerOptions = {}) {}

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Returns the content of a recipient's mailbox. A mailbox keeps one mail of each Message-ID. */
  mailbox(to?: string): TakenMail[] {
    const seen = new Map<string, TakenMail>();
    for (const each of this.taken) if ((!to || each.to === to) && !seen.has(String(each.mail.messageId))) seen.set(String(each.mail.messageId), each);
    return [...seen.values()];
  }

  /** Starts the server. After a stop it uses the same port again. */
  async start(): Promise<this> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: this.options.authMethods ? [] : ['STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      ...this.options,
      onAuth: (auth, _session, done) => done(null, { user: auth.username }),
      onRcptTo: ({ address }, _session, done) => {
        const code = this.refusal?.(address);
        done(code ? error(code, `<${address}> no such user here`) : null);
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          void (async () => {
            const raw = Buffer.concat(chunks);
            const to = session.envelope.rcptTo[0]?.address ?? '';
            const taken = {
              to,
              mail: await simpleParser(raw),
              raw: raw.toString().replace(/\r\n[ \t]+/g, ' '),
              secure: session.secure,
              user: session.user as string | undefined,
              at: Date.now(),
            };
            this.taken.push(taken);
            await this.beforeAnswer?.(taken);
            done();
          })();
        });
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((listening) => server.listen(this.port, '127.0.0.1', listening));
    this.port = (server.server.address() as AddressInfo).port;
    this.server = server;
    return this;
  }

  async stop(): Promise<void> {
    await new Promise<void>((closed) => (this.server ? this.server.close(() => closed()) : closed()));
    this.server = undefined;
  }
}
