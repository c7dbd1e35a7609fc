import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { webhooksPath } from '../../schema/delivery/webhooks.ts'
import { currentTraceparent } from '../../telemetry/tracing.ts'
import type { OpenedWebhook } from '../webhooks/calls.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { BytesReader } from './edge/bodies.ts'

/* The paths to which registries report pushes, and forges pull requests. They have no tokens of ours, but those of their webhooks. */

interface Place {
  project?: string
  name: string
  token?: string
}

/** The maximum length of a report in bytes. */
const maxReport = 1024 * 1024

/** Adds the routes of webhooks. Those that show a token are refused before their body is read. */
export function addWebhooks(app: FastifyInstance, webhooks: Webhooks, readBytes: BytesReader): void {
  const opened = new WeakMap<FastifyRequest, OpenedWebhook>()
  const admit = async (request: FastifyRequest) => {
    // The routes have these parameters.
    const { project = 'default', name, token } = request.params as Place
    const { authorization } = request.headers
    const webhook = await webhooks.open({
      project,
      name,
      token,
      authorization,
      signature: headerOf(request, 'x-hub-signature-256'),
      event: headerOf(request, 'x-github-event'),
      gitlabToken: headerOf(request, 'x-gitlab-token'),
    })
    opened.set(request, webhook)
    return { sender: `webhook ${project}/${name}`, isAuthenticated: webhook.isAuthenticated }
  }
  const receive = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const webhook = opened.get(request)
    if (webhook === undefined) throw new Error('a report was not admitted')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const answer = await webhook.receive(body, { traceparent: currentTraceparent() })
    const { deliveries = [], previews = [], deleted = [] } = answer
    const isAccepted = [...deliveries, ...previews, ...deleted].length > 0
    return reply.code(isAccepted ? 202 : 200).send(answer)
  }
  void app.register(async (own) => {
    own.removeAllContentTypeParsers()
    // Some registries send types of their own, and signatures are of the bytes.
    own.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      readBytes(request, payload, maxReport),
    )
    for (const path of ['/:name', '/:project/:name', '/:project/:name/:token'])
      own.post(`${webhooksPath}${path}`, { config: { admit } }, receive)
  })
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
