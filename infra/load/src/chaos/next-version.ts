/** Loaded before svc-declarations (`node --import`): makes of it the version after this one, which NEXT_VERSION names (next-version-hooks.ts). */
import { register } from 'node:module';

register('./next-version-hooks.js', import.meta.url);
