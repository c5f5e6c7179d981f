// Applicants do not download the script of the officers' screens.
jest.mock('@portal/web-kit/staff', () => {
  throw new Error('the screen loads the script of the officers');
});
// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

it('the form of the public does not load what only officers use', () => {
  expect(() => require('./register.screen.tsx')).not.toThrow();
});
