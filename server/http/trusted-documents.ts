import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { GraphQLError, parse, validate, type DocumentNode, type GraphQLSchema } from 'graphql'
import { z } from 'zod'
import { PlatformError, shownValue } from '../../schema/errors.ts'
import { clientsPath, streamPath } from '../../schema/endpoints.ts'
import { isRecord } from '../../schema/manifests.ts'

/*
 * Trusted documents: with a manifest, the API of clients executes only the documents that it contains. The manifest is a
 * JSON object from SHA-256 hashes to texts, as graphql-codegen and Relay write it. A request contains the text, or only
 * its hash as `documentId`.
 */

/** The documents that a server executes. */
export interface TrustedDocuments {
  /** Returns the text of a document by its ID, with or without the prefix `sha256:`. Throws FORBIDDEN. */
  textOf(id: string): string
  /** Throws FORBIDDEN unless the text is that of a trusted document. */
  assertTrusted(text: string): void
}

/** The name of the setting, for messages. */
const setting = 'QLEET_TRUSTED_DOCUMENTS'

const Manifest = z.record(z.string(), z.string())

/** Reads a manifest. Throws INVALID_INPUT unless the schema knows all its documents and the hashes are theirs. */
export async function readTrustedDocuments(path: string, schema: GraphQLSchema): Promise<TrustedDocuments> {
  const texts = await readManifest(path)
  for (const [hash, text] of Object.entries(texts)) {
    const problem = problemOf(schema, { hash, text })
    if (problem !== undefined) throw invalidManifest(`the document ${shownValue(hash)} in ${path} ${problem}`)
  }
  return createTrustedDocuments(new Map(Object.entries(texts)))
}

async function readManifest(path: string): Promise<z.infer<typeof Manifest>> {
  try {
    return Manifest.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'is not an object from hashes to texts' : String(error)
    throw invalidManifest(`the manifest ${path} cannot be read: ${reason}`)
  }
}

function invalidManifest(message: string): PlatformError {
  const remedy = 'Generate the manifest again from the documents of the clients.'
  return new PlatformError('INVALID_INPUT', `${setting}: ${message}. ${remedy}`)
}

function problemOf(
  schema: GraphQLSchema,
  { hash, text }: { hash: string; text: string },
): string | undefined {
  if (hashOf(text) !== hash) return 'has another hash'
  try {
    const [error] = validate(schema, parse(text))
    return error && `does not fit the schema: ${error.message}`
  } catch (error) {
    if (error instanceof GraphQLError) return `cannot be parsed: ${error.message}`
    throw error
  }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function createTrustedDocuments(texts: ReadonlyMap<string, string>): TrustedDocuments {
  const trusted = new Set(texts.values())
  return {
    textOf: (id) => {
      const hash = id.replace(/^sha256:/, '')
      const text = texts.get(hash)
      if (text === undefined) throw notTrusted(hash)
      return text
    },
    assertTrusted: (text) => {
      if (!trusted.has(text)) throw notTrusted(hashOf(text))
    },
  }
}

function notTrusted(hash: string): PlatformError {
  const message =
    `the server executes only trusted documents, and the one with the SHA-256 hash ${shownValue(hash.slice(0, 64))} is ` +
    `none of them. Add it to the manifest that ${setting} names, and restart the servers.`
  return new PlatformError('FORBIDDEN', message)
}

/**
 * Replaces the `documentId` of requests with the text of the document, and refuses other documents. Without a manifest, no
 * ID is known. Subscriptions are refused by {@link validateTrusted}, since not all of them have a body.
 */
export function addTrustedDocuments(app: FastifyInstance, trusted: TrustedDocuments | undefined): void {
  app.addHook('preHandler', async ({ routeOptions: { url }, body }) => {
    if ((url !== clientsPath && url !== streamPath) || !isRecord(body)) return
    const { documentId, query } = body
    if (typeof documentId === 'string' && query === undefined) {
      if (trusted === undefined) throw withoutIds(documentId)
      body['query'] = trusted.textOf(documentId)
    } else if (url === clientsPath && typeof query === 'string') trusted?.assertTrusted(query)
  })
}

function withoutIds(documentId: string): PlatformError {
  const message =
    `this server has no documents by ID, and got ${shownValue(documentId)}. ` +
    `Send the text as "query", or set ${setting} on the servers.`
  return new PlatformError('INVALID_INPUT', message)
}

/** Returns the validation of documents that also refuses those that are not trusted. */
export function validateTrusted(
  trusted: TrustedDocuments | undefined,
  validateDocument: (schema: GraphQLSchema, document: DocumentNode) => readonly GraphQLError[],
): typeof validateDocument {
  if (trusted === undefined) return validateDocument
  return (schema, document) => {
    try {
      trusted.assertTrusted(document.loc?.source.body ?? '')
    } catch (error) {
      const originalError = error as PlatformError
      return [new GraphQLError(originalError.message, { originalError })]
    }
    return validateDocument(schema, document)
  }
}
