import { createHash } from 'node:crypto';

/** The colour of the header: the emblem is drawn to be seen on it. */
export const THEME = '#0b2545';

interface IconForm {
  name: string;
  size: number;
  /** Share of the side that the emblem takes; with less than 1 it stands on the colour of the header. */
  share: number;
  purpose?: 'any' | 'maskable';
}

/** A square of this share lies within the circle of 80 % that no mask cuts (W3C, Web Application Manifest, "maskable"). */
const SAFE_SHARE = 0.56;

/** Some platforms take no SVG, so the emblem is offered as PNG in these forms too. */
const forms: IconForm[] = [
  { name: 'icon-192', size: 192, share: 1, purpose: 'any' },
  { name: 'icon-512', size: 512, share: 1, purpose: 'any' },
  { name: 'icon-maskable-512', size: 512, share: SAFE_SHARE, purpose: 'maskable' },
];

/** The icon of the home screen on iOS, which cuts its corners alone and shows transparent parts black. */
export const TOUCH_ICON = '/apple-touch-icon.png';
const touchForm: IconForm = { name: 'apple-touch-icon', size: 180, share: 0.75 };

/** Draws an emblem as PNG. The library is loaded when the first one is wanted: most browsers never ask. */
async function draw(svg: Buffer, { size, share }: IconForm): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(svg).metadata();
  const side = Math.round(size * share);
  const emblem = sharp(svg, { density: (72 * side) / Math.max(width, height) }).resize(side, side, { fit: 'contain', background: '#0000' });
  if (share === 1) return emblem.png({ compressionLevel: 9 }).toBuffer();
  const ground = sharp({ create: { width: size, height: size, channels: 3, background: THEME } });
  return ground
    .composite([{ input: await emblem.png().toBuffer() }])
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** The icons of the installed portal, drawn from its emblem once each. Their addresses change with the emblem. */
export class AppIcons {
  private readonly addresses = new Map<string, IconForm>();
  private readonly drawn = new Map<IconForm, Promise<Buffer>>();

  /** @param emblem SVG */
  constructor(private readonly emblem: Buffer) {
    const hash = createHash('sha256').update(emblem).update(JSON.stringify(forms)).digest('hex').slice(0, 16);
    for (const form of forms) this.addresses.set(`/icons/${form.name}.${hash}.png`, form);
  }

  /** For the manifest of the app. */
  get listed(): object[] {
    const pngs = [...this.addresses].map(([src, { size, purpose }]) => ({ src, type: 'image/png', sizes: `${size}x${size}`, purpose }));
    return [...pngs, { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' }];
  }

  /** The PNG at this address; undefined where there is none. */
  async find(address: string): Promise<Buffer | undefined> {
    const form = address === TOUCH_ICON ? touchForm : this.addresses.get(address);
    if (!form) return undefined;
    const known = this.drawn.get(form);
    if (known) return known;
    const png = draw(this.emblem, form);
    this.drawn.set(form, png);
    // What failed is tried again.
    png.catch(() => this.drawn.delete(form));
    return png;
  }
}
