import { fastify, type FastifyInstance } from 'fastify'
import { isOwnHost } from './hosts.ts'

/**
 * A server of the pages on which a process tells of itself, for whoever reaches its port. Nothing of what is sent to it is read.
 *
 * @param hosts Names that it is called by, see {@link isOwnHost}
 */
export function createPages(hosts: readonly string[]): FastifyInstance {
  const app = fastify({
    bodyLimit: 1,
    forceCloseConnections: true,
    requestTimeout: 10_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
  })
  // More than scrape and probe at once; a browser or a broken client must not take all of the process' files.
  app.server.maxConnections = 100
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async ({ headers }, reply) => {
    // What asks for them asks rarely, and what is sent along is not waited for.
    void reply.header('connection', 'close')
    void reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
    if (isOwnHost(headers.host, hosts)) return
    await reply.code(403).send('this name is not known here; QLEET_ALLOWED_HOSTS may name it\n')
  })
  return app
}
