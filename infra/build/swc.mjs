/** One set of compiler options for the services, their tests and the front end. */
export const swcOptions = ({ react = false, development = false } = {}) => ({
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: react, decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: !react,
      ...(react ? { react: { runtime: 'automatic', development } } : {}),
    },
    keepClassNames: true,
    experimental: { keepImportAttributes: true },
  },
});
