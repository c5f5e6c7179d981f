import { callerKey } from './limits.ts';

it.each([
  ['2001:db8::1', '2001:db8::2:3:4:5'],
  ['2001:db8:0:1::1', '2001:db8:0:1:ffff::'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['::1', '::2'],
])('%s and %s are one caller', (one, other) => expect(callerKey(one)).toBe(callerKey(other)));

it.each([
  ['2001:db8:0:1::1', '2001:db8::1'],
  ['192.0.2.1', '192.0.2.2'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
])('%s and %s are two', (one, other) => expect(callerKey(one)).not.toBe(callerKey(other)));
