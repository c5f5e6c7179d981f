module.exports = ({ env }) => {
  const { hostname, port, username, password, pathname } = new URL(env('DATABASE_URL'));
  const part = decodeURIComponent;
  return {
    connection: {
      client: 'mysql',
      connection: { host: hostname, port: Number(port || 3306), user: part(username), password: part(password), database: part(pathname.slice(1)) },
    },
  };
};
