import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consolePath } from '../../schema/endpoints.ts'
import { sendHome } from './rest/pages.ts'

/** The two style elements that React Aria adds to pages: https://react-spectrum.adobe.com/react-aria */
const ownStyles = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
]

/** The page of the console loads files of this server only, and no script or style that is written in the page itself. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${ownStyles.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the console at the root and at each path below /console, where its scripts show what belongs to the path, and the files that
 * web pages load. Everything comes from this server.
 *
 * @param folder The web pages as they are built.
 */
export function addConsole(app: FastifyInstance, folder: string): void {
  // The build has stored compressed copies of the files beside them.
  void app.register(staticFiles, { serve: false, preCompressed: true, dotfiles: 'ignore', index: false })
  const open = { config: { open: true } }
  app.get('/', open, async (request, reply) => {
    void reply.header('vary', 'accept')
    const isBrowser = request.headers.accept?.includes('text/html') === true
    const page = isBrowser ? await pageIn(folder) : undefined
    return page === undefined ? sendHome(reply) : sendPage(request, reply, page)
  })
  for (const path of [consolePath, `${consolePath}/*`])
    app.get(path, open, async (request, reply) => {
      const page = await pageIn(folder)
      if (page === undefined)
        return reply.code(404).send('The console is not built: run "npm run build:web"\n')
      return sendPage(request, reply, page)
    })
  app.get<{ Params: { '*': string } }>('/assets/*', open, async (request, reply) =>
    // The name of a file changes with its content. Files are streamed, so that clients that request many and read none cannot fill
    // the memory.
    reply.sendFile(request.params['*'], join(folder, 'assets'), { maxAge: '365d', immutable: true }),
  )
}

async function pageIn(folder: string): Promise<Buffer | undefined> {
  return readFile(join(folder, 'index.html')).catch(() => undefined)
}

/** Sends the page, which browsers ask for each time, because it names the files of the newest build. */
function sendPage({ headers }: FastifyRequest, reply: FastifyReply, page: Buffer): FastifyReply {
  // Of the content: files in images all have the same time.
  const tag = `"${createHash('sha256').update(page).digest('base64url')}"`
  void reply.headers({
    etag: tag,
    'cache-control': 'no-cache',
    'content-security-policy': contentPolicy,
    'cross-origin-opener-policy': 'same-origin',
  })
  const known = (headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (known.includes(tag)) return reply.code(304).send()
  return reply.type('text/html; charset=utf-8').send(page)
}
