const everybody = { auth: false };

module.exports = require('@strapi/strapi').factories.createCoreRouter('api::arrival.arrival', {
  only: ['create', 'findOne'],
  config: { create: everybody, findOne: everybody },
});
