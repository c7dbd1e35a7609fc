import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import {
  buildSchema,
  execute,
  Kind,
  getNullableType,
  isListType,
  isNonNullType,
  isScalarType,
  parse,
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLTypeResolver,
} from 'graphql'
import { workersPath } from '../../schema/endpoints.ts'
import { validateDocument } from '../../server/http/refused-documents.ts'
import { withoutNewKinds } from './new-kinds.ts'
import { operationNamed, type Answer, type Exchange, type Recording } from './recording.ts'

/** A server of an earlier release: it has its schema, and returns the recorded responses. */
export interface FakeServer {
  url: string
  /** Sets its responses from now on, for any request of the operation. */
  exchange: Exchange | undefined
  /** The names of the requested operations. */
  requests: string[]
  stop(): Promise<void>
}

/**
 * Refuses what its schema does not support, with the messages of its release, and selects the requested fields of a
 * recorded response.
 */
export async function startFakeServer({ schemas, operations }: Recording): Promise<FakeServer> {
  const built = { clients: buildSchema(schemas.clients), workers: buildSchema(schemas.workers) }
  const http = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, unknown> }
      const schema = request.url === workersPath ? built.workers : built.clients
      const document = withoutNewKinds(parse(query), schema)
      fake.requests.push(nameOf(document))
      const errors = validateDocument(schema, document).map(({ message, locations, extensions }) => ({
        message,
        locations,
        extensions: { ...extensions, code: 'INVALID_INPUT', requestId: 'request' },
      }))
      const { exchange } = fake
      if (errors.length > 0) return send(response, 400, { errors })
      if (exchange === undefined) throw new Error('no exchange is set')
      const recorded = parse(operationNamed(operations, exchange.document)?.text ?? '')
      if (fieldOf(document) !== fieldOf(recorded))
        throw new Error(`${nameOf(document)} is sent where ${exchange.document} is recorded`)
      const answers = await Promise.all(
        [exchange.answer].flat().map((answer) => narrowed(answer, { schema, document, variables })),
      )
      if (Array.isArray(exchange.answer)) sendEvents(response, answers)
      else send(response, exchange.status, answers[0])
    })().catch((error: unknown) => send(response, 500, { errors: [{ message: String(error) }] }))
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const fake: FakeServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    exchange: undefined,
    requests: [],
    stop: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  return fake
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendEvents(response: ServerResponse, answers: readonly unknown[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const answer of answers) response.write(`event: next\ndata: ${JSON.stringify(answer)}\n\n`)
  response.end('event: complete\ndata:\n\n')
}

interface Asked {
  schema: GraphQLSchema
  document: DocumentNode
  variables: Record<string, unknown>
}

/** Returns the requested fields of the recorded response. */
async function narrowed(answer: Answer, { schema, document, variables }: Asked): Promise<unknown> {
  if (answer.errors !== undefined || answer.data == null) return answer
  const { data, errors } = await execute({
    schema,
    document,
    rootValue: { [fieldOf(document)]: answer.data.result },
    variableValues: variables,
    fieldResolver: recordedOrAnything,
    typeResolver,
  })
  if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join('\n'))
  return { data }
}

/** An object whose kind was not requests for then may be of any that has its fields. */
const typeResolver: GraphQLTypeResolver<unknown, unknown> = (value, _, { schema }, type) => {
  const recorded = value as { __typename?: string; kind?: string }
  const fits = (each: GraphQLObjectType): boolean =>
    Object.keys(recorded).every((field) => field in each.getFields())
  const possible = schema.getPossibleTypes(type)
  const { __typename, kind } = recorded
  return __typename ?? kind ?? (possible.find((each) => fits(each)) ?? possible[0])?.name
}

/** A newly requested field has a value that the schema of the release allows. */
const recordedOrAnything: GraphQLFieldResolver<unknown, unknown> = (source, _, __, info) => {
  const recorded = source as Record<string, unknown>
  // Answers have the aliases of their documents.
  const value = recorded[String(info.path.key)] ?? recorded[info.fieldName]
  return value === undefined ? anything(info.returnType) : value
}

function anything(type: GraphQLOutputType): unknown {
  if (!isNonNullType(type)) return null
  const inner = getNullableType(type)
  if (isListType(inner)) return []
  if (!isScalarType(inner)) return {}
  return { Int: 0, Float: 0, Boolean: false }[inner.name] ?? ''
}

/** Returns the single field of the operation. */
function fieldOf(document: DocumentNode): string {
  const [field] = operationOf(document)?.selectionSet.selections ?? []
  return field?.kind === Kind.FIELD ? field.name.value : ''
}

function nameOf(document: DocumentNode): string {
  return operationOf(document)?.name?.value ?? ''
}

function operationOf({ definitions }: DocumentNode) {
  return definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)
}
