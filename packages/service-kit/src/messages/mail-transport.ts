/** E-mail over SMTP. */
import { readFile } from 'node:fs/promises';
import { createTransport } from 'nodemailer';
import { codeAsPng } from '../qr/draw-code.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import type { Letter } from './letter.ts';
import { htmlOf, imageId, type Sender, subjectOf, textOf } from './render-letter.ts';
import { NotTaken, type OutgoingMessage, type Transport } from './transport.ts';

/** A server that takes longer for one step does not answer. */
const stepMs = 20_000;

/** The images that a letter shows, in their order. */
export async function imagesOf({ qr = [] }: Letter): Promise<Buffer[]> {
  const images: Buffer[] = [];
  for (const { url } of qr) {
    images.push(codeAsPng(url, { scale: 4 }));
    // Other calls are answered between two codes: a group has forty.
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

/** What an error of the hand-over means. Only a refusal of the recipient or of the message itself is for good. */
function notTaken({ command = '', responseCode = 0, message }: Refusal): NotTaken {
  const ofMessage = command === 'RCPT TO' || command === 'DATA';
  if (responseCode >= 500 && ofMessage) return new NotTaken('refused', message);
  if (responseCode >= 400 && ofMessage) return new NotTaken('later', message);
  return new NotTaken('down', message);
}

/** How the server is connected to. */
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

/** Connects to the server at SMTP_URL, signs in and leaves. @throws Error where that does not work */
export async function checkMail({ smtpUrl = '', smtpTls, smtpCa }: ServiceSettings): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...(await connectionOf({ smtpUrl, smtpTls, smtpCa })) });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Hands e-mail over to the server at SMTP_URL. @param service makes the ids of messages unlike those of other services */
export async function mailTransport(settings: ServiceSettings, service: string): Promise<Transport> {
  const { smtpUrl = '', smtpTls, mailFrom = '', mailReplyTo, dkimKey, dkimDomain, dkimSelector, smtpCa } = settings;
  const sender = senderOf(settings);
  const domain = /@([^>\s]+)/.exec(mailFrom)?.[1] ?? 'localhost';
  const dkim = dkimKey ? { privateKey: await readFile(dkimKey, 'utf8'), domainName: dkimDomain ?? domain, keySelector: dkimSelector } : undefined;
  // A connection for each message: a pool sends a message again by itself when its connection ends, and nobody would know.
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
            // No answer of a machine is wanted (RFC 3834).
            'Auto-Submitted': 'auto-generated',
            ...(letter.language ? { 'Content-Language': letter.language } : {}),
            ...(letter.stop ? { 'List-Unsubscribe': `<${letter.stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
          },
          // A server that cannot deliver says of which message.
          dsn: { id, return: 'headers', notify: ['failure'] },
        });
      } catch (error) {
        throw notTaken(error as Refusal);
      }
    },
    close: () => transport.close(),
  };
}
