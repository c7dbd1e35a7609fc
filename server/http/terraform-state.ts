import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalidInput, PlatformError, shownValue } from '../../schema/errors.ts'
import { TerraformInstance } from '../../schema/kinds/terraform.ts'
import type { ActorStore } from '../../schema/graphql/store.ts'
import { contextFor, type Services } from './context.ts'
import { actorOf } from './edge/authentication.ts'
import type { LongBodies } from './edge/bodies.ts'
import { BodyBudget } from './edge/body-budget.ts'
import type { Edge } from './edge/edge.ts'
import { PacedWork } from './edge/paced-work.ts'

/* The HTTP backend of Terraform, for people: https://developer.hashicorp.com/terraform/language/backend/http */

/** The path of the state of an instance, and below it that of its lock. */
const statePath = '/v1/terraform/:project/:name'

/** The maximum size of a state in bytes, and that of a lock. */
const maxState = 64 * 1024 * 1024
const maxLock = 64 * 1024

type Place = FastifyRequest<{ Params: { project: string; name: string }; Querystring: { ID?: string } }>

/** Adds the routes by which Terraform reads, locks and writes the state of an instance. */
export function addTerraformState(
  app: FastifyInstance,
  services: Services,
  { readText, readLongText }: Pick<Edge, 'readText' | 'readLongText'>,
): void {
  const assertMay = async (request: FastifyRequest): Promise<void> =>
    services.policy.assert(actorOf(request), {
      verb: 'operate',
      operation: `${request.method} ${request.routeOptions.url ?? ''}`,
    })
  const stateOf = async (request: Place): Promise<{ id: bigint; store: ActorStore }> => {
    const { headers, id: requestId, params } = request
    const { store } = contextFor(services, { actor: actorOf(request), headers, requestId })
    const found = await store.find({ kind: TerraformInstance.kind, ...params })
    if (found === undefined) {
      const message = `there is no TerraformInstance ${shownValue(params.name)} in project ${shownValue(params.project)}`
      throw new PlatformError('NOT_FOUND', message)
    }
    return { id: found.id, store }
  }
  const parsing = new PacedWork()
  // One of a token at a time may have the maximum size, and two of all tokens.
  const states: LongBodies = {
    limit: maxState,
    values: 1_500_000,
    budget: new BodyBudget({ bodiesOfToken: maxState, bodies: 2 * maxState }),
    remedy: 'Split the configuration into several TerraformInstances.',
  }
  app.register(async (own) => {
    // A parsed state would lose the precision of large numbers.
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      readLongText(request, payload, states),
    )
    own.get(statePath, { onRequest: assertMay }, async (request: Place, reply) => {
      const { id, store } = await stateOf(request)
      const state = await store.readState(id)
      return state === undefined ? reply.code(204).send() : reply.type('application/json').send(state)
    })

    own.post(statePath, { onRequest: assertMay }, async (request: Place, reply) => {
      const { id, store } = await stateOf(request)
      const { ID: lockId = '' } = request.query
      const state = await parsing.run(() => assertState(request.body))
      await store.writeState(id, { lockId, state })
      return reply.code(200).send()
    })
  })
  app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      readText(request, payload, maxLock),
    )
    own.post(`${statePath}/lock`, { onRequest: assertMay }, async (request: Place, reply) => {
      const { id, store } = await stateOf(request)
      const { ID, Operation, Who } = lockIn(request.body)
      const note = `Its state is locked by ${Who} for ${Operation}.`.slice(0, 1000)
      const holder = await store.lockState(id, { id: ID, note })
      return holder === undefined ? reply.code(200).send() : sendHolder(reply, holder)
    })

    own.delete(`${statePath}/lock`, { onRequest: assertMay }, async (request: Place, reply) => {
      const { id, store } = await stateOf(request)
      await store.unlockState(id, lockIn(request.body).ID)
      return reply.code(200).send()
    })
  })
}

/** Sends the lock of another person or run, in the form in which Terraform shows it. */
function sendHolder(
  reply: FastifyReply,
  { id: ID, note, startedAt }: { id: string; note: string; startedAt: Date },
): FastifyReply {
  const Info = note === '' ? 'A run of QleetOS uses the state.' : note
  const Created = startedAt.toISOString()
  return reply.code(423).send({ ID, Operation: 'lock', Who: 'QleetOS', Version: '', Created, Path: '', Info })
}

const Lock = z.object({
  ID: z.string().min(1).max(100),
  Operation: z.string().default(''),
  Who: z.string().default('someone'),
})

function lockIn(body: unknown): z.infer<typeof Lock> {
  const { data } = Lock.safeParse(jsonOf(body))
  if (data !== undefined) return data
  const remedy =
    'Send the lock of Terraform, as its HTTP backend does. `terraform force-unlock` needs the ID that it shows.'
  throw invalidInput([{ path: 'body', code: 'INVALID', message: 'is not a lock with an ID', remedy }])
}

const State = z.object({ version: z.number(), serial: z.number(), lineage: z.string() })

function assertState(body: unknown): string {
  if (typeof body === 'string' && State.safeParse(jsonOf(body)).success) return body
  const remedy = 'Send a state of Terraform, as its HTTP backend does.'
  throw invalidInput([{ path: 'body', code: 'INVALID', message: 'is not a state of Terraform', remedy }])
}

function jsonOf(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined
  } catch {
    return undefined
  }
}
