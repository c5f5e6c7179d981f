import { createHash } from 'node:crypto';

/** The colour of the page header. It is also the background of icons, because the emblem is drawn to be visible on it. */
export const THEME = '#0b2545';

interface IconForm {
  name: string;
  size: number;
  /** Side length of the emblem as a share of the icon's side. When it is less than 1, the rest is filled with the colour of the header. */
  share: number;
  purpose?: 'any' | 'maskable';
}

/** A square of this share lies within the circle of 80 % that no mask cuts (W3C, Web Application Manifest, "maskable"). */
const SAFE_SHARE = 0.56;

/** Some platforms do not accept SVG, so the emblem is also offered as PNG in these forms. */
const forms: IconForm[] = [
  { name: 'icon-192', size: 192, share: 1, purpose: 'any' },
  { name: 'icon-512', size: 512, share: 1, purpose: 'any' },
  { name: 'icon-maskable-512', size: 512, share: SAFE_SHARE, purpose: 'maskable' },
];

/** Address of the icon for the home screen of iOS. iOS rounds the corners itself and shows transparent parts in black. */
export const TOUCH_ICON = '/apple-touch-icon.png';
const touchForm: IconForm = { name: 'apple-touch-icon', size: 180, share: 0.75 };

/** Renders an emblem as PNG. The image library is loaded only when the first PNG is requested, because most browsers never request one. */
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

/** The icons of the installed portal. Each one is rendered from the emblem once. Their addresses change when the emblem changes. */
export class AppIcons {
  private readonly addresses = new Map<string, IconForm>();
  private readonly drawn = new Map<IconForm, Promise<Buffer>>();

  /** @param emblem the emblem as SVG */
  constructor(private readonly emblem: Buffer) {
    const hash = createHash('sha256').update(emblem).update(JSON.stringify(forms)).digest('hex').slice(0, 16);
    for (const form of forms) this.addresses.set(`/icons/${form.name}.${hash}.png`, form);
  }

  /** The icons as entries of the web app manifest. */
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
    // A failed rendering is not cached, so that the next request tries again.
    png.catch(() => this.drawn.delete(form));
    return png;
  }
}
