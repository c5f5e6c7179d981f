/** Messages to people. In development each is a file in `DATA_DIR/mail`, which the gateway shows at `/dev/mail`. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { L } from '@portal/contract-kit';
import { Clock, dateTime } from '../clock.ts';
import { unavailable } from '../http/problems.ts';
import { ServiceSettings } from '../settings/settings.ts';

export interface Message {
  /** An e-mail address, or a telephone number. */
  to: string;
  /** Must hold no personal data: locked screens show it. */
  subject: string;
  text: string;
}

@Injectable()
export class Mailbox {
  constructor(
    private readonly settings: ServiceSettings,
    private readonly clock: Clock,
  ) {}

  /** Whether messages can be sent at all. */
  get isOpen(): boolean {
    return this.settings.nodeEnv !== 'production';
  }

  /** Sends a message. @throws 503 where messages cannot be sent: in production, until a way to send them is configured */
  async send(message: Message): Promise<void> {
    const { dataDir } = this.settings;
    if (!this.isOpen) throw unavailable(L('Codes cannot be sent just now', 'Não é possível enviar códigos neste momento'), 60);
    const folder = join(dataDir, 'mail');
    const at = dateTime(this.clock.now());
    const name = `${at.replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `.${name}`), JSON.stringify({ ...message, at }), { mode: 0o600 });
    await rename(join(folder, `.${name}`), join(folder, `${name}.json`));
  }
}
