import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export type Verdict = { clean: true } | { clean: false; signature: string };

/** The scanner gave no valid answer, so it is unknown whether the file is infected. */
export class ScannerUnavailable extends Error {}

/** Client of a running clamd (ClamAV's scanning daemon). */
export class VirusScanner {
  private readonly timeoutMs: number;

  /** @param address `tcp://host:port`, `tls://host:port` (a proxy in front of clamd, whose certificate is verified) or `unix:///path/of/socket` */
  constructor(
    private readonly address: string,
    { timeoutMs = 30_000 } = {},
  ) {
    this.timeoutMs = timeoutMs;
  }

  /**
   * Sends the file to the scanner and returns its verdict.
   * @throws ScannerUnavailable
   */
  async scan(path: string): Promise<Verdict> {
    const answer = await this.talk(async (socket) => {
      await write(socket, 'zINSTREAM\0');
      const length = Buffer.alloc(4);
      for await (const chunk of createReadStream(path, { highWaterMark: 65_536 }) as AsyncIterable<Buffer>) {
        length.writeUInt32BE(chunk.length);
        await write(socket, Buffer.concat([length, chunk]));
      }
      await write(socket, Buffer.alloc(4));
    });
    const infected = /^stream: (.+) FOUND$/.exec(answer);
    if (infected) return { clean: false, signature: infected[1] };
    if (answer === 'stream: OK') return { clean: true };
    throw new ScannerUnavailable(`the scanner answered ${answer.slice(0, 100)}`);
  }

  /**
   * Checks that the scanner answers.
   * @throws ScannerUnavailable
   */
  async check(): Promise<void> {
    const answer = await this.talk((socket) => write(socket, 'zPING\0'));
    if (answer !== 'PONG') throw new ScannerUnavailable('the scanner does not answer a ping');
  }

  private async talk(say: (socket: Socket) => Promise<void>): Promise<string> {
    const { protocol, hostname, port, pathname } = new URL(this.address);
    const at = { host: hostname, port: Number(port || 3310) };
    const socket = protocol === 'unix:' ? connect(pathname) : protocol === 'tls:' ? connectTls(at) : connect(at);
    try {
      return await new Promise<string>((resolve, reject) => {
        let answer = '';
        socket.setTimeout(this.timeoutMs, () => reject(new ScannerUnavailable('the scanner is silent')));
        socket.once('error', (error) => reject(new ScannerUnavailable(error.message)));
        socket.on('data', (chunk: Buffer) => {
          answer += chunk.toString('utf8');
          if (answer.includes('\0')) resolve(answer.slice(0, answer.indexOf('\0')).trim());
        });
        socket.once('close', () => reject(new ScannerUnavailable('the scanner ended the call')));
        say(socket).catch(reject);
      });
    } finally {
      socket.destroy();
    }
  }
}

function write(socket: Socket, data: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(data, (error) => (error ? reject(new ScannerUnavailable(error.message)) : resolve()));
  });
}
