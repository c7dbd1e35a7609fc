import {
  ApolloServer,
  type ApolloServerOptions,
  type ApolloServerPlugin,
  type GraphQLRequestContextResponseForOperation,
} from '@apollo/server'
import { unwrapResolverError } from '@apollo/server/errors'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import {
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { errorTable, invalidInput, isErrorCode, isPlatformError, shownValue } from '../../schema/errors.ts'
import type { RequestContext } from '../../schema/graphql/context.ts'
import { defined } from '../../schema/defined.ts'
import type { Log } from '../../telemetry/log.ts'
import { nameRequest } from '../../telemetry/request-spans.ts'
import { compiledFields } from './compiled-fields.ts'
import { compileOperation, type CompiledOperation } from './compiled-query.ts'
import { costOf } from './cost.ts'
import { maxTokens } from './documents.ts'
import { asPlatformError } from './failures.ts'
import type { RequestLimiter } from './fairness.ts'
import { compileList, type CompiledList } from './listed-texts.ts'
import { ObjectTexts } from './object-texts.ts'
import { explainErrors } from './refused-documents.ts'
import { variableErrors } from './variables.ts'

export interface GraphqlOptions {
  log: Log
  requests: RequestLimiter
  /** The limit of one compiled document, in compiled fields. */
  maxCompiled: number
}

/** Creates an Apollo server with the errors of this API and compiled execution. */
export function createGraphql(
  schema: GraphQLSchema,
  { log, requests, maxCompiled }: GraphqlOptions,
): ApolloServer<RequestContext> {
  return new ApolloServer<RequestContext>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    parseOptions: { maxTokens },
    // Persisted queries would let clients store documents on the server under names of their choice.
    persistedQueries: false,
    documentStore: createDocumentStore(),
    stringifyResult,
    formatError: (formatted, error) => formatError(formatted, error, log),
    plugins: [
      explainedValidation(schema),
      admission(schema, requests),
      compiledExecution(schema, { log, maxCompiled }),
      // There are no cache hints, and looking for them wraps the resolver of every field.
      ApolloServerPluginCacheControlDisabled(),
      httpStatus,
    ],
  })
}

/**
 * Formats an error for clients: code, message and details of the error table. Internal errors are masked and logged.
 */
export function formatError(
  formatted: GraphQLFormattedError,
  error: unknown,
  log: Log,
): GraphQLFormattedError {
  const original = unwrapResolverError(error)
  if (original instanceof GraphQLError && isRejection(original, formatted.extensions?.['code'])) {
    const { message, locations, extensions: { fields, refused } = {} } = formatted
    const extensions = { code: 'INVALID_INPUT', ...defined({ fields, refused }) }
    return { message, ...(locations && { locations }), extensions }
  }
  const failure = asPlatformError(
    original instanceof GraphQLError ? (original.originalError ?? original) : original,
  )
  if (failure.code === 'INTERNAL') log.error({ err: original }, 'a request failed')
  return {
    message: failure.message,
    ...(formatted.locations && { locations: formatted.locations }),
    ...(formatted.path && { path: formatted.path }),
    extensions: { code: failure.code, ...failure.details },
  }
}

const rejectionCodes: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
])

/**
 * Reports whether GraphQL itself rejected the request: syntax, unknown fields, invalid variables. Unlike errors of
 * fields, these have no path.
 */
function isRejection(error: GraphQLError, code: unknown): boolean {
  if (error.originalError instanceof Error && isPlatformError(error.originalError)) return false
  return rejectionCodes.has(code) || (error.path === undefined && error.originalError === undefined)
}

function explainedValidation(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: async () => ({
      validationDidStart:
        async ({ document }) =>
        async (errors) =>
          explainErrors(
            (errors ?? []).filter((error) => error instanceof GraphQLError),
            { schema, document },
          ),
    }),
  }
}

/**
 * Validates operations and variables before execution, reporting all errors at once, and queues valid requests by
 * token.
 */
function admission(schema: GraphQLSchema, requests: RequestLimiter): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: async () => {
      let release = (): void => undefined
      return {
        didResolveOperation: async ({ document, operation, request, contextValue }) => {
          if (operation === undefined) {
            const message = 'must be the name of an operation in the document'
            const value = shownValue(request.operationName ?? null)
            throw invalidInput([{ path: 'operationName', code: 'NOT_FOUND', message, value }])
          }
          if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
            const message = 'is a subscription, which this endpoint does not serve'
            const remedy =
              'Send it over WebSocket to /graphql, or over server-sent events to /graphql/stream.'
            throw invalidInput([{ path: 'query', code: 'NOT_SUPPORTED', message, remedy }])
          }
          const { store, actor } = contextValue
          const errors = await variableErrors({ schema, store }, operation, request.variables ?? {})
          if (errors.length > 0) throw invalidInput(errors)
          release = await requests.acquire(
            actor.name,
            costOf(schema, { document, operation, variables: request.variables ?? {} }, contextValue),
          )
        },
        willSendResponse: async () => release(),
      }
    },
  }
}

/** Sets the HTTP status to that of the first error when the response has no data. */
const httpStatus: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response, contextValue }) => {
      response.http.headers.set('x-request-id', contextValue.requestId)
      if (response.body.kind !== 'single') return
      const { errors, data } = response.body.singleResult
      const code = errors?.[0]?.extensions?.['code']
      const isEmpty = data == null || Object.values(data).every((value) => value == null)
      if (isEmpty && isErrorCode(code)) response.http.status = errorTable[code].http
      const retryAfter = errors?.[0]?.extensions?.['retryAfter']
      if (isEmpty && typeof retryAfter === 'number')
        response.http.headers.set('retry-after', String(retryAfter))
      if (isErrorCode(code) && errors !== undefined) {
        response.body.singleResult.errors = errors.map((error) => ({
          ...error,
          extensions: { ...error.extensions, requestId: contextValue.requestId },
        }))
      }
    },
  }),
}

/**
 * The limits of the cache of compiled documents, in compiled fields: of all documents together, and of one document. Compiling
 * takes 60 µs and 4 kB for each field. Workers start reconciles with one document about all kinds, and send it most.
 */
const maxCompiledFields = 20_000
export const maxCompiledFieldsPerDocument = { clients: 4000, workers: 10_000 } as const

/** The number of executions after which a document is compiled. */
export const compiledAfter = 16

/**
 * Creates the cache of parsed and validated documents, with a limit in characters: parsed documents take up to 200 times
 * their length in memory. The documents of our own clients have 60,000 characters together.
 */
function createDocumentStore(): NonNullable<ApolloServerOptions<RequestContext>['documentStore']> {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: 200_000,
    maxEntrySize: 20_000,
    sizeCalculation: ({ loc }) => loc?.end ?? 1,
  })
  return {
    get: async (key) => documents.get(key),
    set: async (key, document) => void documents.set(key, document),
    delete: async (key) => documents.delete(key),
  }
}

/** The JSON of the data of a response, in the place of which Apollo gets an empty object. */
const dataTexts = new WeakMap<object, string>()

function stringifyResult(result: FormattedExecutionResult): string {
  const text = result.data == null ? undefined : dataTexts.get(result.data)
  return text === undefined ? JSON.stringify(result) : `{"data":${text}}`
}

/** The compiled forms of an operation. */
interface Compiled {
  whole: CompiledOperation
  /** Its form for actors that may read all objects, if it is a list. */
  list: CompiledList | undefined
}

/**
 * Executes recurring documents as compiled code; Apollo still parses, validates and formats errors. Compiling costs as much as
 * tens of executions, and nobody is served meanwhile, so a document is compiled once it has been seen often.
 */
function compiledExecution(
  schema: GraphQLSchema,
  { log, maxCompiled }: Pick<GraphqlOptions, 'log' | 'maxCompiled'>,
): ApolloServerPlugin<RequestContext> {
  const seen = new LRUCache<string, number>({ max: 1000 })
  const compiled = new LRUCache<string, Compiled | 'failed'>({ maxSize: maxCompiledFields })
  const texts = new ObjectTexts()
  const compile = (
    key: string,
    { document, operation }: GraphQLRequestContextResponseForOperation<RequestContext>,
  ): Compiled | undefined => {
    const cached = compiled.get(key)
    if (cached !== undefined) return cached === 'failed' ? undefined : cached
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    if (times < compiledAfter) return undefined
    const size = compiledFields(schema, document, operation)
    const whole = size > maxCompiled ? undefined : compileOperation(schema, document, operation)
    if (whole === undefined) {
      compiled.set(key, 'failed', { size: 1 })
      return undefined
    }
    const list = compileList(schema, { document, operation }, { texts, key })
    compiled.set(key, { whole, list }, { size: list === undefined ? size : 2 * size })
    return { whole, list }
  }
  return {
    requestDidStart: async () => ({
      responseForOperation: async (request) => {
        const { document, operation, operationName, queryHash, contextValue } = request
        nameRequest(`graphql ${operationName ?? operation.operation}`)
        const forms = compile(`${queryHash} ${document.definitions.indexOf(operation)}`, request)
        if (forms === undefined) return null
        const variables = request.request.variables ?? {}
        const { http } = request.response
        // What other actors see of an object depends on more than its row.
        const list = contextValue.scopesOf('read') === 'all' ? forms.list : undefined
        const text = await list?.(contextValue, variables)
        if (text !== undefined) {
          const data = {}
          dataTexts.set(data, text)
          return { body: { kind: 'single', singleResult: { data } }, http }
        }
        const result = await forms.whole(contextValue, variables)
        if (result === undefined) return null
        const { data, errors } = result
        // Apollo formats only errors of its own execution.
        const formatted = errors?.map((error) => formatError(error.toJSON(), error, log))
        const singleResult = { data: data ?? null, ...(formatted === undefined ? {} : { errors: formatted }) }
        return { body: { kind: 'single', singleResult }, http }
      },
    }),
  }
}
