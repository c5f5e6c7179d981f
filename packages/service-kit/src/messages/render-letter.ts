/** Renders a letter as text, HTML or a short message. The same letter always gives the same result, so that a repeated message is identical. */
import { type Bilingual, directionOf, L, type Language, say, sentence } from '@portal/contract-kit';
import { Html, html } from '../plain/html.ts';
import type { Letter } from './letter.ts';

/** The portal that sends a letter. */
export interface Sender {
  portalName: string;
  publicUrl: string;
}

const words = {
  reference: L('QR code', 'Código QR'),
  genuine: (origin: string) =>
    sentence(
      'Is this message genuine? Open this address of the portal, which begins with {{origin}}/v/, and compare the reference:',
      'Esta mensagem é verdadeira? Abra este endereço do portal, que começa por {{origin}}/v/, e compare a referência:',
      { origin },
    ),
  never: L('We never ask for a password or a card number in a message.', 'Nunca pedimos uma palavra-passe nem um número de cartão numa mensagem.'),
  stop: L('Choose which messages you get about this document:', 'Escolha que mensagens recebe sobre este documento:'),
  mustBe: L(
    'The office has to send you this message, so it cannot be turned off.',
    'O serviço tem de lhe enviar esta mensagem, por isso não pode ser desligada.',
  ),
  show: L('Show this code to the officer. It also works printed.', 'Mostre este código ao funcionário. Também funciona impresso.'),
} as const;

const languagesOf = ({ language }: Letter): Language[] => (language ? [language] : ['en', 'pt']);
const inLanguages = (letter: Letter, text: Bilingual): string[] => {
  const said = languagesOf(letter).map((language) => say(text, language));
  return [...new Set(said)];
};

/** Returns the subject in one line, as a mailbox shows it. */
export const subjectOf = (letter: Letter): string => inLanguages(letter, letter.subject).join(' / ');

/** Returns the last paragraph. It names the page where such messages can be turned off. Other messages about a document say that they cannot be turned off. */
const closing = (letter: Letter, text: (bilingual: Bilingual) => string): string[] =>
  letter.stop ? [`${text(words.stop)} ${letter.stop}`] : letter.genuine ? [text(words.mustBe)] : [];

const linksOf = ({ link, moreLinks = [] }: Letter) => (link ? [link, ...moreLinks] : moreLinks);

/** Renders the whole letter as plain text. */
export function textOf(letter: Letter, { portalName, publicUrl }: Sender): string {
  const { paragraphs, facts = [], code, genuine } = letter;
  const parts = languagesOf(letter).map((language) => {
    const text = (said: Bilingual): string => say(said, language);
    return [
      ...paragraphs.map(text),
      ...(code ? [`    ${code}`] : []),
      ...(facts.length ? [facts.map(({ name, value }) => `${text(name)}: ${text(value)}`).join('\n')] : []),
      ...linksOf(letter).map(({ label, url }) => `${text(label)}:\n${url}`),
      ...(genuine ? [`${text(words.genuine(publicUrl))}\n${genuine}\n${text(words.never)}`] : []),
      ...closing(letter, text),
    ].join('\n\n');
  });
  return `${[...parts, portalName].join('\n\n-- \n\n')}\n`;
}

/** Renders the letter for SMS: one line, and the link. */
export function shortTextOf(letter: Letter, { portalName }: Sender): string {
  const said = inLanguages(letter, letter.short ?? letter.paragraphs[0] ?? letter.subject).join(' / ');
  return [`${portalName}: ${said}`, letter.link?.url].filter(Boolean).join('\n');
}

/** Returns the content id by which the HTML refers to the image of a QR code. */
export const imageId = (place: number): string => `code-${place + 1}@portal`;

const ink = '#0b0c0c';
const quiet = '#44505c';
const blue = '#1a4f8b';
const font = 'font-family:Arial,Helvetica,sans-serif';
const style = (text: string): Html => new Html(` style="${text}"`);

const paragraph = (text: string, look = `margin:0 0 16px;font-size:17px;line-height:25px;color:${ink}`): Html => html`<p${style(look)}>${text}</p>`;
const small = `margin:0 0 12px;font-size:14px;line-height:21px;color:${quiet}`;
/** Splits a text into lines. A reference stays on one line. */
const lines = (text: string): Html[] =>
  text
    .split('\n')
    .flatMap((line, place) => [
      ...(place ? [new Html('<br>')] : []),
      ...line.split(/([A-Z]{3}-\d{4}-\d{5,})/).map((part, odd) => (odd % 2 ? html`<span${style('white-space:nowrap')}>${part}</span>` : html`${part}`)),
    ]);
const address = (url: string): Html => html`<a href="${url}"${style(`color:${blue};word-break:break-all;overflow-wrap:anywhere`)}>${url}</a>`;

function sectionOf(letter: Letter, language: Language, { publicUrl }: Sender): Html {
  const text = (said: Bilingual): string => say(said, language);
  const { paragraphs, facts = [], code, genuine, stop } = letter;
  // Mail programs only understand `left` and `right`.
  const [start, gap] = directionOf(language) === 'rtl' ? ['right', '6px 0 6px 12px'] : ['left', '6px 12px 6px 0'];
  const fact = ({ name, value }: { name: Bilingual; value: Bilingual }): Html =>
    html`<tr><th scope="row" align="${start}"${style(`padding:${gap};font-size:15px;line-height:22px;font-weight:normal;vertical-align:top;color:${quiet}`)}>${text(name)}</th><td${style(`padding:6px 0;font-size:16px;line-height:22px;font-weight:bold;vertical-align:top;color:${ink};overflow-wrap:anywhere`)}>${lines(text(value))}</td></tr>`;
  const button = ({ label, url }: { label: Bilingual; url: string }): Html =>
    html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"${style('margin:0 0 20px')}><tr><td bgcolor="${blue}"${style('border-radius:4px')}><a href="${url}"${style(`display:inline-block;padding:12px 20px;font-size:17px;line-height:22px;font-weight:bold;color:#ffffff;text-decoration:none`)}>${text(label)}</a></td></tr></table>`;
  return html`<div lang="${language}" dir="${directionOf(language)}">
${paragraphs.map((each) => paragraph(text(each)))}
${code ? html`<p${style(`margin:0 0 16px;font-size:32px;line-height:40px;letter-spacing:4px;font-weight:bold;color:${ink}`)}>${code}</p>` : ''}
${facts.length ? html`<table cellpadding="0" cellspacing="0" border="0"${style('margin:0 0 16px;border-collapse:collapse')}>${facts.map(fact)}</table>` : ''}
${linksOf(letter).map(button)}
${genuine ? html`<p${style(small)}>${text(words.genuine(publicUrl))} ${address(genuine)} ${text(words.never)}</p>` : ''}
${stop ? html`<p${style(small)}>${text(words.stop)} ${address(stop)}</p>` : genuine ? html`<p${style(small)}>${text(words.mustBe)}</p>` : ''}
</div>`;
}

/** Renders the QR codes. Where images are not shown, the alternative text and the captions say whose codes they are. */
function codesOf(letter: Letter): Html | '' {
  const { qr = [], isApplication } = letter;
  if (qr.length === 0) return '';
  const size = qr.length === 1 ? 220 : 180;
  const one = ({ url, caption }: { url: string; caption: string }, place: number): Html =>
    html`<div${style('display:inline-block;vertical-align:top;margin:0 16px 16px 0')}><a href="${url}"><img src="cid:${imageId(place)}" width="${size}" height="${size}" alt="${inLanguages(letter, words.reference).join(' / ')}: ${caption.replace('\n', ', ')}"${style(`display:block;border:1px solid #b1b9c1;font-size:15px;color:${ink}`)}></a><div${style(`width:${size}px;margin-top:6px;font-size:15px;line-height:20px;color:${ink};overflow-wrap:anywhere`)}>${lines(caption)}</div></div>`;
  return html`<div${style('margin:0 0 8px')}>${isApplication ? '' : paragraph(inLanguages(letter, words.show).join(' / '))}${qr.map(one)}</div>`;
}

/** Renders the whole letter as HTML with inline styles, as mail programs need it. */
export function htmlOf(letter: Letter, sender: Sender): string {
  const languages = languagesOf(letter);
  const sections = languages.map((language) => sectionOf(letter, language, sender));
  const [first, ...others] = sections;
  const page = html`<html lang="${languages[0] as string}" dir="${directionOf(languages[0] as string)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${subjectOf(letter)}</title>
</head>
<body${style(`margin:0;padding:0;background:#f0f2f5;${font}`)}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f0f2f5"><tr><td align="center"${style('padding:16px 8px')}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff"${style(`max-width:600px;border:1px solid #d3d9df;${font}`)}>
<tr><td bgcolor="${blue}"${style('padding:16px;font-size:19px;line-height:24px;font-weight:bold;color:#ffffff')}>${sender.portalName}</td></tr>
<tr><td${style('padding:24px 16px 8px')}>
<h1${style(`margin:0 0 16px;font-size:24px;line-height:30px;color:${ink}`)}>${inLanguages(letter, letter.subject).join(' / ')}</h1>
${codesOf(letter)}
${first}
${others.map((each) => html`<hr${style('margin:16px 0 24px;border:0;border-top:1px solid #d3d9df')}>${each}`)}
</td></tr>
</table>
</td></tr></table>
</body>
</html>`;
  return `<!doctype html>\n${page.text}\n`;
}
