import { type Gray, shadeAt, soften } from '../reader/gray.ts';
import { CELL_HEIGHT, CELL_WIDTH, NOTHING, normalise, PICTURE_HEIGHT, PICTURE_WIDTH } from '../reader/network.ts';
import type { Typeface } from './glyphs.ts';
import type { Random } from './random.ts';

/** A picture of a character as the reader cuts it out, with the character that it shows. */
export interface Example {
  picture: Float32Array;
  label: number;
}

/** Draws one character as cameras and printers may show it: at any size, turned, bold, blurred, on patterned paper, between neighbours. */
export function example(faces: readonly Typeface[], random: Random): Example {
  const face = random.pick(faces);
  const label = random.below(NOTHING + 1);
  const pitch = Math.exp(random.between(Math.log(6.5), Math.log(34)));
  const empty = label === NOTHING;
  const between = empty && random.chance(0.5);
  const glyphs = [-1, 0, 1].map((place) => {
    if (place === 0) return empty && !between ? -1 : empty ? random.below(NOTHING) : label;
    return random.chance(empty && !between ? 0.7 : 0.08) ? -1 : random.below(NOTHING);
  });
  const turn = random.normal(0.018);
  const shear = random.normal(0.03);
  const scaleX = 1 + random.normal(0.045);
  const scaleY = 1 + random.normal(0.05);
  const shiftX = between ? random.pick([-1, 1]) * random.between(0.38, 0.5) : random.normal(0.04);
  const shiftY = random.normal(0.045);
  const weight = random.normal(0.016);
  const soft = 0.5 / pitch + random.between(0, 0.015);
  const paper = random.between(70, 245);
  const ink = random.between(0.05, 0.72) * paper;
  const contrast = paper - ink;
  const slopeX = random.normal(0.12) * contrast;
  const slopeY = random.normal(0.12) * contrast;
  const pattern = random.chance(0.5) ? random.between(0, 0.16) * contrast : 0;
  const waveX = random.normal(6);
  const waveY = random.normal(6);
  const phase = random.between(0, 6.3);
  const width = Math.ceil(pitch * 1.45) + 2;
  const height = Math.ceil(pitch * 1.95) + 2;
  const gray: Gray = { width, height, data: new Float32Array(width * height) };
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const [before = -1, here = -1, after = -1] = glyphs;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const px = (column - width / 2 + 0.5) / pitch;
      const py = (row - height / 2 + 0.5) / pitch;
      const x = (px * cos + py * sin) / scaleX + shear * py + shiftX + 0.5;
      const y = (-px * sin + py * cos) / scaleY + shiftY;
      let distance = 1;
      if (here >= 0 && x > -0.2 && x < 1.2) distance = face.distance(here, x, y);
      if (before >= 0 && x < 0.15) distance = Math.min(distance, face.distance(before, x + 1, y));
      if (after >= 0 && x > 0.85) distance = Math.min(distance, face.distance(after, x - 1, y));
      const covered = Math.min(1, Math.max(0, 0.5 - (distance - weight) / (2 * soft)));
      const light = paper + slopeX * px + slopeY * py + pattern * Math.sin(waveX * px + waveY * py + phase);
      gray.data[row * width + column] = light - covered * contrast;
    }
  }
  soften(gray, Math.min(random.between(0, 0.16) * pitch, 4) * (random.chance(0.7) ? 1 : 0.3));
  const noise = random.between(0, 0.17) * contrast * (random.chance(0.7) ? 1 : 0.3);
  for (let i = 0; i < gray.data.length; i += 1) gray.data[i] = Math.min(255, Math.max(0, (gray.data[i] as number) + random.normal(noise)));
  const picture = new Float32Array(CELL_WIDTH * CELL_HEIGHT);
  for (let row = 0; row < CELL_HEIGHT; row += 1) {
    for (let column = 0; column < CELL_WIDTH; column += 1) {
      let sum = 0;
      for (const dy of [0.25, 0.75]) {
        for (const dx of [0.25, 0.75]) {
          const x = ((column + dx) / CELL_WIDTH - 0.5) * PICTURE_WIDTH;
          const y = ((row + dy) / CELL_HEIGHT - 0.5) * PICTURE_HEIGHT;
          sum += shadeAt(gray, x * pitch + width / 2 - 0.5, y * pitch + height / 2 - 0.5);
        }
      }
      picture[row * CELL_WIDTH + column] = sum / 4;
    }
  }
  return { picture: normalise(picture), label };
}
