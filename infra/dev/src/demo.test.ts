import { Demonstration } from './demo.ts';

it.each([
  ['in production', { NODE_ENV: 'production' }, 'never in production'],
  ['with a sign-in of its own', { OIDC_ISSUER: 'https://login.example.org' }, 'need the development sign-in'],
])('makes up no cases %s', (_what, environment, reason) => expect(() => new Demonstration('/nowhere', environment)).toThrow(reason));
