import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { clientsPath } from '../../schema/endpoints.ts'

/**
 * Serves GraphiQL to browsers at /graphql. All its files come from this server: the page loads nothing from other hosts.
 *
 * @param folder The web pages as they are built.
 */
export function addGraphiql(app: FastifyInstance, folder: string): void {
  app.get(clientsPath, { config: { open: true } }, async (_, reply) => {
    const page = await readFile(join(folder, 'graphiql.html')).catch(() => undefined)
    if (page === undefined) return reply.code(404).send('GraphiQL is not built: run "npm run build:web"\n')
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'",
      )
      .send(page)
  })
}
