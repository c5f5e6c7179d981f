/** A picture in shades of grey, row by row; 0 is black. */
export interface Gray {
  width: number;
  height: number;
  data: Float32Array;
}

/** Converts a picture with red, green, blue and opacity values to shades of grey. */
export function grayOf({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): Gray {
  const gray = new Float32Array(width * height);
  for (let i = 0; i < gray.length; i += 1) {
    const at = i * 4;
    gray[i] = 0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number);
  }
  return { width, height, data: gray };
}

/** Returns the shade at a point between pixels. Points outside the picture have the shade of its edge. */
export function shadeAt({ width, height, data }: Gray, x: number, y: number): number {
  const cx = Math.min(Math.max(x, 0), width - 1.001);
  const cy = Math.min(Math.max(y, 0), height - 1.001);
  const column = Math.floor(cx);
  const row = Math.floor(cy);
  const h = cx - column;
  const v = cy - row;
  const at = row * width + column;
  const top = (data[at] as number) * (1 - h) + (data[at + 1] as number) * h;
  const bottom = (data[at + width] as number) * (1 - h) + (data[at + width + 1] as number) * h;
  return top * (1 - v) + bottom * v;
}

/** Resizes a picture. Each new point is the mean of the points that it covers. */
export function resize(gray: Gray, scale: number): Gray {
  const width = Math.max(2, Math.round(gray.width * scale));
  const height = Math.max(2, Math.round(gray.height * scale));
  const data = new Float32Array(width * height);
  const fx = gray.width / width;
  const fy = gray.height / height;
  const steps = Math.max(1, Math.round(fx));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let j = 0; j < steps; j += 1) {
        for (let i = 0; i < steps; i += 1) sum += shadeAt(gray, (x + (i + 0.5) / steps) * fx - 0.5, (y + (j + 0.5) / steps) * fy - 0.5);
      }
      data[y * width + x] = sum / (steps * steps);
    }
  }
  return { width, height, data };
}

/** Turns a picture clockwise by a quarter. */
export function quarterTurn({ width, height, data }: Gray): Gray {
  const turned = new Float32Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) turned[x * height + (height - 1 - y)] = data[y * width + x] as number;
  }
  return { width: height, height: width, data: turned };
}

/** Blurs a picture in place with a Gaussian of the given standard deviation in pixels. */
export function soften({ width, height, data }: Gray, deviation: number): void {
  const radius = Math.ceil(deviation * 2.5);
  if (radius < 1) return;
  const kernel = Float32Array.from({ length: 2 * radius + 1 }, (_, i) => Math.exp(-((i - radius) ** 2) / (2 * deviation * deviation)));
  const total = kernel.reduce((sum, value) => sum + value, 0);
  for (let i = 0; i < kernel.length; i += 1) kernel[i] = (kernel[i] as number) / total;
  const line = new Float32Array(width + 2 * radius);
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    line.fill(data[start] as number, 0, radius);
    line.set(data.subarray(start, start + width), radius);
    line.fill(data[start + width - 1] as number, radius + width);
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let k = 0; k < kernel.length; k += 1) sum += (kernel[k] as number) * (line[x + k] as number);
      data[start + x] = sum;
    }
  }
  // Works row by row, in the order of the points in memory.
  const rows = data.slice();
  data.fill(0);
  for (let y = 0; y < height; y += 1) {
    for (let k = -radius; k <= radius; k += 1) {
      const from = Math.min(height - 1, Math.max(0, y + k)) * width;
      const weight = kernel[k + radius] as number;
      for (let x = 0, at = y * width; x < width; x += 1, at += 1) data[at] = (data[at] as number) + weight * (rows[from + x] as number);
    }
  }
}
