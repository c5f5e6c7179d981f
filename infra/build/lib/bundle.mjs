import webpack from 'webpack';

/** Bundles with webpack; throws all errors in one message. @param {import('webpack').Configuration} config @returns {Promise<import('webpack').Stats>} */
export const bundle = (config) =>
  new Promise((resolve, reject) => {
    const compiler = webpack(config);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error || !stats) reject(error);
        else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true, errorDetails: false, colors: false })));
        else resolve(stats);
      });
    });
  });
