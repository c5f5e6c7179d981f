module.exports = require('@strapi/strapi').factories.createCoreController('api::arrival.arrival');
