import { createServer, type TLSSocket, type TlsOptions } from 'node:tls';

/** A message as the receiver got it. */
export interface ReceivedMessage {
  /** PRI, which holds the facility and the severity. */
  priority: number;
  time: string;
  host: string;
  container: string;
  text: string;
}

const header = /^<(\d+)>1 (\S+) (\S+) (\S+) (\S+) - - ([\s\S]*)$/;

function messageOf(text: string): ReceivedMessage {
  const [, priority, time = '', host = '', container = '', , message = ''] = header.exec(text) ?? [];
  if (!priority) throw new Error(`No syslog message (RFC 5424): ${text.slice(0, 200)}`);
  return { priority: Number(priority), time, host, container, text: message };
}

/** A receiver of syslog over TLS (RFC 5425), for tests. */
export class LogReceiver {
  readonly messages: ReceivedMessage[] = [];
  private readonly open = new Set<TLSSocket>();
  private readonly server;

  private constructor(tls: TlsOptions) {
    this.server = createServer(tls, (socket) => {
      this.open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => this.open.delete(socket));
      let rest = Buffer.alloc(0);
      socket.on('data', (data: Buffer) => {
        rest = this.take(Buffer.concat([rest, data]));
      });
    });
    this.server.on('tlsClientError', () => undefined);
  }

  /** Starts a receiver that listens at an address. */
  static async start(tls: TlsOptions, { port, host }: { port: number; host: string }): Promise<LogReceiver> {
    const receiver = new LogReceiver(tls);
    await new Promise<void>((done, fail) => receiver.server.once('error', fail).listen(port, host, done));
    return receiver;
  }

  /** Ends at once, as a process that is killed. */
  close(): Promise<void> {
    const closed = new Promise<void>((done) => this.server.close(() => done()));
    for (const socket of this.open) socket.destroy();
    return closed;
  }

  /** Takes complete messages. @returns the bytes after them */
  private take(bytes: Buffer): Buffer<ArrayBuffer> {
    let from = 0;
    for (;;) {
      const blank = bytes.indexOf(' ', from);
      if (blank < 0) break;
      const end = blank + 1 + Number(bytes.toString('latin1', from, blank));
      if (!(end <= bytes.length)) break;
      this.messages.push(messageOf(bytes.toString('utf8', blank + 1, end)));
      from = end;
    }
    return Buffer.from(bytes.subarray(from));
  }
}
