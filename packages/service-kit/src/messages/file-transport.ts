/** Writes messages to files in development: to `DATA_DIR/mail`. The gateway shows them at `/dev/mail`. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { dateTime } from '../clock.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { imagesOf, senderOf } from './mail-transport.ts';
import type { Channel } from './message.entities.ts';
import { htmlOf, imageId, shortTextOf, subjectOf, textOf } from './render-letter.ts';
import type { OutgoingMessage, Transport } from './transport.ts';

/** The content of a message file. */
export interface MessageFile {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** The HTML, with its images in it. Only for e-mail. */
  html?: string;
  at: string;
}

export function fileTransport(settings: ServiceSettings, clock: Clock, channel: Channel): Transport {
  const sender = senderOf(settings);
  const folder = join(settings.dataDir, 'mail');
  return {
    async send({ id, to, letter }: OutgoingMessage): Promise<void> {
      const isMail = channel === 'email';
      const images = isMail ? await imagesOf(letter) : [];
      const places = new Map(images.map((image, place) => [`cid:${imageId(place)}`, `data:image/png;base64,${image.toString('base64')}`]));
      const html = isMail ? htmlOf(letter, sender).replace(/(?<=src=")cid:[^"]+/g, (place) => places.get(place) ?? place) : '';
      const text = isMail ? textOf(letter, sender) : shortTextOf(letter, sender);
      const file: MessageFile = { id, to, subject: subjectOf(letter), text, ...(html ? { html } : {}), at: dateTime(clock.now()) };
      await mkdir(folder, { recursive: true });
      // The file is named after the message's id, so a message that is sent again replaces its file.
      await writeFile(join(folder, `.${id}`), JSON.stringify(file), { mode: 0o600 });
      await rename(join(folder, `.${id}`), join(folder, `${id}.json`));
    },
    close: () => undefined,
  };
}
