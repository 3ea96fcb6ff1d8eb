// An OpenID Connect provider for tests: node provider.mjs FOLDER REDIRECT_URI, where FOLDER holds node_modules.
// It prints its address. Everybody signs in with any password; the login is the identity. The answers for some
// logins are wrong: the part after the slash in "ann/forged" says how (see `wrong`).
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, redirect] = process.argv.slice(2);
const from = (path) => import(pathToFileURL(join(folder, 'node_modules', path)).href);
const { Provider } = await from('oidc-provider/lib/index.js');
const { SignJWT, decodeJwt, importJWK } = await from('jose/dist/webapi/index.js');

const newKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  use: 'sig', alg: 'RS256', kid: 'tests',
});
const keys = { good: newKey(), forged: newKey() };
const now = () => Math.floor(Date.now() / 1000);
const wrong = {
  'wrong-aud': () => ({ aud: 'another-site' }),
  'wrong-iss': () => ({ iss: 'https://another.example' }),
  expired: () => ({ exp: now() - 3600, iat: now() - 7200 }),
  forged: () => ({}),
  stale: () => ({ auth_time: now() - 3600 }),
  nonce: () => ({ nonce: 'another' }),
};

const server = createServer();
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, {
  clients: [{
    client_id: 'spyring', client_secret: 'a secret that no answer shows', redirect_uris: [redirect],
  }],
  cookies: { keys: ['tests'] },
  jwks: { keys: [keys.good] },
  pkce: { required: () => true },
  claims: { openid: ['sub'], profile: ['name', 'preferred_username'] },
  findAccount: (_context, sub) => ({
    accountId: sub,
    claims: () => ({ sub, preferred_username: sub.includes('@') ? sub : sub.split('/')[0] }),
  }),
});
provider.use(async (context, next) => {
  await next();
  if (context.path !== '/token' || !context.body?.id_token) return;
  const claims = decodeJwt(context.body.id_token);
  const change = wrong[claims.sub.split('/')[1]];
  if (!change) return;
  const key = await importJWK(claims.sub.endsWith('/forged') ? keys.forged : keys.good, 'RS256');
  const token = new SignJWT({ ...claims, ...change() }).setProtectedHeader({ alg: 'RS256', kid: 'tests' });
  context.body = { ...context.body, id_token: await token.sign(key) };
});
server.on('request', provider.callback());
console.log(issuer);
process.stdin.on('end', () => process.exit()).resume(); // ends with the tests
