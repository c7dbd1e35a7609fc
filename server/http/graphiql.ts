import { open, readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

/** The output of `npm run build:web`. */
const folder = fileURLToPath(new URL('../../dist/web/', import.meta.url))

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
}

/**
 * Serves GraphiQL to browsers at /graphql. All files come from this server: the page loads nothing from other hosts.
 */
export function addGraphiql(app: FastifyInstance): void {
  app.get('/graphql', { config: { open: true } }, async (_, reply) => {
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
  app.get<{ Params: { '*': string } }>('/assets/*', { config: { open: true } }, async (request, reply) => {
    const name = normalize(request.params['*'])
    const type = types[extname(name)]
    if (name.startsWith('..') || type === undefined) return reply.code(404).send('not found\n')
    const file = await open(join(folder, 'assets', name)).catch(() => undefined)
    if (file === undefined) return reply.code(404).send('not found\n')
    // Streamed, so that clients that request many files and read none of them cannot fill the memory.
    const content = file.createReadStream()
    return reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(content)
  })
}
