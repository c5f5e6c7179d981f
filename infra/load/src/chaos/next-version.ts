/** Loaded before svc-declarations (`node --import`). It turns the service into a later version, which NEXT_VERSION names (next-version-hooks.ts). */
import { register } from 'node:module';

register('./next-version-hooks.js', import.meta.url);
