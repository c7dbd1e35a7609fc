import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import { compiledFields } from './compiled-fields.ts'
import { compileOperation, type CompiledOperation } from './compiled-query.ts'
import { compileList, type CompiledList } from './listed-texts.ts'
import { ObjectTexts } from './object-texts.ts'
import { usedOperation } from './used-schema.ts'

/** A valid operation of a document, and its compiled forms. */
export interface Compiled {
  document: DocumentNode
  operation: OperationDefinitionNode
  whole: CompiledOperation
  /** Its form for actors that may read all objects, if it is a list. */
  list: CompiledList | undefined
}

/** An operation as a client sends it. */
export interface SentOperation {
  /** The text of the document. */
  text: string
  operationName: string | undefined
}

/** The number of executions after which an operation is compiled. */
export const compiledAfter = 16

/**
 * The limits of compiled operations, in compiled fields: of all together, and of one. Compiling takes 60 µs and 4 kB for each field.
 * Workers start reconciles with one document about all kinds, and send it most.
 */
const maxCompiledFields = 20_000
/** The characters of a document that count as a field: its syntax tree stays in memory, also that of long arguments. */
const charactersOfField = 20
export const maxCompiledFieldsPerDocument = { clients: 4000, workers: 10_000 } as const

/** The limits of the texts by which compiled operations are found, in characters: of all together, and of one. */
const maxTexts = 500_000
const maxText = 50_000

/**
 * Operations as compiled code. Compiling costs as much as tens of executions, and blocks all requests, so an operation is compiled once it
 * has been seen often.
 */
export class CompiledOperations {
  readonly #schema: GraphQLSchema
  readonly #maxCompiled: number
  readonly #seen = new LRUCache<string, number>({ max: 1000 })
  readonly #compiled = new LRUCache<string, Compiled | 'failed'>({ maxSize: maxCompiledFields })
  /** The keys of compiled operations by what clients send. */
  readonly #keys = new LRUCache<string, string>({
    maxSize: maxTexts,
    maxEntrySize: maxText,
    sizeCalculation: (_, sent) => sent.length,
  })
  readonly #texts = new ObjectTexts()

  /** @param maxCompiled The most compiled fields of one operation. */
  constructor(schema: GraphQLSchema, maxCompiled: number) {
    this.#schema = schema
    this.#maxCompiled = maxCompiled
  }

  /** Returns an operation that {@link compile} has compiled. */
  find(sent: SentOperation): Compiled | undefined {
    const key = this.#keys.get(textOf(sent))
    return key === undefined ? undefined : this.#get(key)
  }

  /**
   * Returns a valid operation once it has been seen often; undefined before, and if it cannot be compiled.
   *
   * @param hash The hash of the document.
   */
  compile(
    sent: SentOperation,
    { document, operation, hash }: Pick<Compiled, 'document' | 'operation'> & { hash: string },
  ): Compiled | undefined {
    const key = `${hash} ${document.definitions.indexOf(operation)}`
    if (!this.#compiled.has(key)) {
      const times = (this.#seen.get(key) ?? 0) + 1
      this.#seen.set(key, times)
      if (times < compiledAfter) return undefined
      this.#add(key, { document, operation })
    }
    const compiled = this.#get(key)
    if (compiled !== undefined) this.#keys.set(textOf(sent), key)
    return compiled
  }

  #get(key: string): Compiled | undefined {
    const compiled = this.#compiled.get(key)
    return compiled === 'failed' ? undefined : compiled
  }

  #add(key: string, { document, operation }: Pick<Compiled, 'document' | 'operation'>): void {
    const used = usedOperation(this.#schema, { document, operation })
    const fields = compiledFields(used)
    const whole = fields > this.#maxCompiled ? undefined : compileOperation(used)
    if (whole === undefined) {
      this.#compiled.set(key, 'failed', { size: 1 })
      return
    }
    const list = compileList(this.#schema, { document, operation }, { texts: this.#texts, key })
    const size = Math.max(fields, Math.ceil((document.loc?.end ?? 0) / charactersOfField))
    const compiled = { document, operation, whole, list }
    this.#compiled.set(key, compiled, { size: list === undefined ? size : 2 * size })
  }
}

/** Returns one text for the name of an operation and its document; NUL occurs in no valid document. */
function textOf({ text, operationName }: SentOperation): string {
  return operationName === undefined ? text : `${text}\0${operationName}`
}
