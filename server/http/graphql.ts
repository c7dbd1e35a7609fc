import { ApolloServer, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import {
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type FormattedExecutionResult,
  type GraphQLSchema,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { invalidInput, shownValue } from '../../schema/errors.ts'
import type { RequestContext } from '../../schema/graphql/context.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Admission } from './admission.ts'
import type { CompiledOperations } from './compiled-operations.ts'
import { maxTokens } from './documents.ts'
import { executeCompiled, nameOperation, outcomeOf } from './executed.ts'
import { formatError } from './graphql-errors.ts'
import { explainErrors } from './refused-documents.ts'

export interface GraphqlOptions {
  log: Log
  admit: Admission
  operations: CompiledOperations
}

/** Creates an Apollo server with the errors of this API and compiled execution. */
export function createGraphql(
  schema: GraphQLSchema,
  { log, admit, operations }: GraphqlOptions,
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
      admission(admit),
      compiledExecution(operations, log),
      // There are no cache hints, and looking for them wraps the resolver of every field.
      ApolloServerPluginCacheControlDisabled(),
      httpStatus,
    ],
  })
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
function admission(admit: Admission): ApolloServerPlugin<RequestContext> {
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
          const { variables = {} } = request
          release = await admit({ document, operation, variables }, contextValue)
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
      const { status, retryAfter, result } = outcomeOf(response.body.singleResult, contextValue.requestId)
      if (status !== undefined) response.http.status = status
      if (retryAfter !== undefined) response.http.headers.set('retry-after', String(retryAfter))
      response.body.singleResult = result
    },
  }),
}

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

/** The bodies of responses in the place of whose data Apollo gets an empty object. */
const bodies = new WeakMap<object, Buffer>()

function stringifyResult(result: FormattedExecutionResult): string {
  const body = result.data == null ? undefined : bodies.get(result.data)
  return body === undefined ? JSON.stringify(result) : body.toString()
}

/** Executes operations that recur as compiled code; Apollo still parses, validates and formats errors. */
function compiledExecution(operations: CompiledOperations, log: Log): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: async () => ({
      responseForOperation: async ({
        document,
        operation,
        source,
        queryHash,
        request,
        response,
        contextValue,
      }) => {
        nameOperation(operation)
        const { operationName, variables = {} } = request
        const found = { document, operation, hash: queryHash ?? source }
        const compiled = operations.compile({ text: source, operationName }, found)
        const executed =
          compiled && (await executeCompiled(compiled, { context: contextValue, variables, log }))
        if (executed === undefined) return null
        const { http } = response
        if (executed.body === undefined)
          return { body: { kind: 'single', singleResult: executed.result }, http }
        const data = {}
        bodies.set(data, executed.body)
        return { body: { kind: 'single', singleResult: { data } }, http }
      },
    }),
  }
}
