import { fastify, type FastifyInstance } from 'fastify'
import { isOwnHost } from './hosts.ts'

/**
 * Creates an HTTP server for health and metrics pages, which anyone who reaches its port can read. It ignores request
 * bodies.
 *
 * @param hosts Additional names for the header `Host`; see {@link isOwnHost}
 */
export function createPages(hosts: readonly string[]): FastifyInstance {
  const app = fastify({
    bodyLimit: 1,
    forceCloseConnections: true,
    requestTimeout: 10_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
  })
  // Enough for scrapers and probes; a browser or a faulty client must not use up the file descriptors of the process.
  app.server.maxConnections = 100
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async ({ headers }, reply) => {
    // Scrapers and probes send few requests, and closing the connection discards unread bodies.
    void reply.header('connection', 'close')
    void reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
    if (isOwnHost(headers.host, hosts)) return
    await reply.code(403).send('this host name is not allowed; add it to QLEET_ALLOWED_HOSTS\n')
  })
  return app
}
