module.exports = require('@strapi/strapi').factories.createCoreService('api::arrival.arrival');
