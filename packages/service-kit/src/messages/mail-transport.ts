/** E-mail over SMTP. */
import { readFile } from 'node:fs/promises';
import { createTransport } from 'nodemailer';
import { codeAsPng } from '../qr/draw-code.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import type { Letter } from './letter.ts';
import { htmlOf, imageId, type Sender, subjectOf, textOf } from './render-letter.ts';
import { DeliveryError, type OutgoingMessage, type Transport } from './transport.ts';

/** Milliseconds after which a step of the connection counts as failed. */
const stepMs = 20_000;

/** Draws the images that a letter shows, in their order. */
export async function imagesOf({ qr = [] }: Letter): Promise<Buffer[]> {
  const images: Buffer[] = [];
  for (const { url } of qr) {
    images.push(codeAsPng(url, { scale: 4 }));
    // Let other calls be answered between two codes: a group may have forty.
    await new Promise(setImmediate);
  }
  return images;
}

export const senderOf = ({ portalName, publicUrl }: ServiceSettings): Sender => ({ portalName, publicUrl: publicUrl.replace(/\/$/, '') });

interface Refusal {
  code?: string;
  command?: string;
  responseCode?: number;
  message: string;
}

/** Classifies an error of the hand-over. Only a refusal of the recipient or of the message itself is permanent. */
function notTaken({ command = '', responseCode = 0, message }: Refusal): DeliveryError {
  const ofMessage = command === 'RCPT TO' || command === 'DATA';
  if (responseCode >= 500 && ofMessage) return new DeliveryError('refused', message);
  if (responseCode >= 400 && ofMessage) return new DeliveryError('later', message);
  return new DeliveryError('down', message);
}

/** Returns the TLS settings and the time limits of the connection to the server. */
async function connectionOf({ smtpUrl = '', smtpTls, smtpCa }: Pick<ServiceSettings, 'smtpUrl' | 'smtpTls' | 'smtpCa'>) {
  const ca = smtpCa ? await readFile(smtpCa, 'utf8') : undefined;
  return {
    requireTLS: smtpTls === 'required' && !smtpUrl.startsWith('smtps:'),
    ignoreTLS: smtpTls === 'never',
    ...(ca ? { tls: { ca } } : {}),
    connectionTimeout: stepMs / 2,
    greetingTimeout: stepMs / 2,
    dnsTimeout: stepMs / 2,
    socketTimeout: stepMs,
  };
}

/** Connects to the server at SMTP_URL, signs in and disconnects. @throws Error where that does not work */
export async function checkMail({ smtpUrl = '', smtpTls, smtpCa }: ServiceSettings): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...(await connectionOf({ smtpUrl, smtpTls, smtpCa })) });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Sends e-mail through the server at SMTP_URL. @param service the name of this service, which makes its message ids differ from those of other services */
export async function mailTransport(settings: ServiceSettings, service: string): Promise<Transport> {
  const { smtpUrl = '', smtpTls, mailFrom = '', mailReplyTo, dkimKey, dkimDomain, dkimSelector, smtpCa } = settings;
  const sender = senderOf(settings);
  const domain = /@([^>\s]+)/.exec(mailFrom)?.[1] ?? 'localhost';
  const dkim = dkimKey ? { privateKey: await readFile(dkimKey, 'utf8'), domainName: dkimDomain ?? domain, keySelector: dkimSelector } : undefined;
  // Use one connection for each message. A pool would silently send a message again when its connection ends.
  const transport = createTransport({
    url: smtpUrl,
    ...(await connectionOf({ smtpUrl, smtpTls, smtpCa })),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim ? { dkim } : {}),
  });
  return {
    async send({ id, to, letter }: OutgoingMessage): Promise<void> {
      const images = await imagesOf(letter);
      try {
        await transport.sendMail({
          messageId: `<${id}@${service}.${domain}>`,
          from: mailFrom,
          ...(mailReplyTo ? { replyTo: mailReplyTo } : {}),
          to: { name: '', address: to },
          subject: subjectOf(letter),
          text: textOf(letter, sender),
          html: htmlOf(letter, sender),
          attachments: images.map((content, place) => ({ filename: `code-${place + 1}.png`, content, contentType: 'image/png', cid: imageId(place) })),
          headers: {
            // Asks other machines not to answer automatically (RFC 3834).
            'Auto-Submitted': 'auto-generated',
            ...(letter.language ? { 'Content-Language': letter.language } : {}),
            ...(letter.stop ? { 'List-Unsubscribe': `<${letter.stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
          },
          // Asks for a report that names the message, if it cannot be delivered later.
          dsn: { id, return: 'headers', notify: ['failure'] },
        });
      } catch (error) {
        throw notTaken(error as Refusal);
      }
    },
    close: () => transport.close(),
  };
}
