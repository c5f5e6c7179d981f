/** The contents of the saved picture of a QR code, from top to bottom. */
export interface CodePicture {
  title: string;
  /** The QR code itself, as it is shown on the page. */
  code: CanvasImageSource;
  reference: string;
  /** The name of the lane, and its colour. */
  lane?: { words: string; tone: 'green' | 'red' };
  lines: readonly string[];
}

const WIDTH = 720;
const MARGIN = 40;
const CODE = 480;
const FONT = '"Noto Sans", Arial, sans-serif';
const colours = { green: '#00703c', red: '#b10e1e' };

/** Breaks a text into lines that are not wider than the picture. */
export function linesOf(text: string, widthOf: (text: string) => number, widest: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && widthOf(longer) <= widest) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Draws a picture with a QR code and everything that an officer asks for. It is drawn on the device, so it works without a network. */
export async function codePicture({ title, code, reference, lane, lines }: CodePicture): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no pictures');
  const rows: { text: string; font: string; height: number; colour: string; back?: string }[] = [];
  const add = (text: string, font: string, height: number, colour = '#0b0c0c', back?: string): void => {
    pen.font = font;
    for (const line of linesOf(text, (part) => pen.measureText(part).width, WIDTH - 2 * MARGIN)) rows.push({ text: line, font, height, colour, back });
  };
  add(title, `700 30px ${FONT}`, 42);
  if (lane) add(lane.words, `700 40px ${FONT}`, 64, '#ffffff', colours[lane.tone]);
  for (const line of lines) add(line, `400 30px ${FONT}`, 42);
  canvas.width = WIDTH;
  canvas.height = 2 * MARGIN + rows.reduce((sum, { height }) => sum + height, 0) + CODE + 80;
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  let top = MARGIN;
  for (const { text, font, height, colour, back } of rows) {
    if (back) {
      pen.fillStyle = back;
      pen.fillRect(0, top, WIDTH, height);
    }
    pen.font = font;
    pen.fillStyle = colour;
    pen.fillText(text, WIDTH / 2, top + height / 2);
    top += height;
  }
  // Smoothing is off, because the modules of the QR code must stay sharp.
  pen.imageSmoothingEnabled = false;
  pen.drawImage(code, (WIDTH - CODE) / 2, top + 10, CODE, CODE);
  pen.font = `700 34px ${FONT}`;
  pen.fillStyle = '#0b0c0c';
  pen.fillText(reference, WIDTH / 2, top + CODE + 50);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}
