/** Returns the compiler options for services, tests and the front end. */
export const swcOptions = ({ react = false, development = false } = {}) => ({
  jsc: {
    target: /** @type {const} */ ('es2022'),
    parser: { syntax: /** @type {const} */ ('typescript'), tsx: react, decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: !react,
      ...(react ? { react: { runtime: /** @type {const} */ ('automatic'), development } } : {}),
    },
    keepClassNames: true,
    experimental: { keepImportAttributes: true },
  },
});
