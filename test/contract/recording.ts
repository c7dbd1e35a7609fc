import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Trigger } from '../../schema/events.ts'
import type { QueryRequest } from '../../schema/cluster-queries.ts'
import { audiences, type Audience } from '../../schema/graphql/permissions.ts'
import type { ObjectStatus } from '../../schema/status.ts'
import type { Party } from './lifecycle.ts'

/** The messages of a release as they were recorded: `node tools/record-contract.ts`. */
export interface ReleaseMessages {
  release: string
  /** The texts of the operations of the SDK and of the workers, by the name of their document. */
  operations: Record<Audience, Record<string, string>>
  /** The messages on the broker. */
  triggers: Trigger[]
  clusterQueries: QueryRequest[]
  /** The JSON Schemas of the messages that workers read. */
  reads: { trigger: z.core.JSONSchema.BaseSchema; clusterQuery: z.core.JSONSchema.BaseSchema }
  /** The statuses as workers report them and clients read them. */
  statuses: ObjectStatus[]
  /** The error table, and exit codes of qleetctl without an error. */
  errors: Record<string, { http: number; exit: number; retry: boolean }>
  exits: Record<string, { exit: number }>
}

/** One request of the lifecycle, and the response of the server of the release. */
export interface Exchange {
  document: string
  variables: Record<string, unknown>
  party: Party
  status: number
  /** For a subscription, the events that arrived while it was open. */
  answer: Answer | Answer[]
}

export interface Answer {
  data?: { result: unknown } | null
  errors?: { message: string; extensions: { code: string; [detail: string]: unknown } }[]
}

export interface Recording extends ReleaseMessages {
  exchanges: Exchange[]
  /** The schemas of its servers, in the schema definition language. */
  schemas: Record<Audience, string>
}

/** The files of the schemas, in `schema/generated` and in the folder of a release. */
export const schemaFiles = {
  clients: 'schema.graphql',
  workers: 'workers.graphql',
} as const satisfies Record<Audience, string>

/** Returns the API to which a document belongs, with its text; undefined if the release does not have it. */
export function operationNamed(
  operations: ReleaseMessages['operations'],
  document: string,
): { api: Audience; text: string } | undefined {
  return audiences.flatMap((api) => {
    const text = operations[api][document]
    return text === undefined ? [] : [{ api, text }]
  })[0]
}

/** The folder of the recordings, with one folder per release. */
export const recordedFolder = join(import.meta.dirname, 'recorded')

/** The releases that this code must support. */
export async function recordings(): Promise<Recording[]> {
  const releases = (await readdir(recordedFolder)).sort()
  return Promise.all(
    releases.map(async (release) => {
      const read = (file: string): Promise<string> => readFile(join(recordedFolder, release, file), 'utf8')
      const messages = JSON.parse(await read('messages.json')) as ReleaseMessages
      const exchanges = JSON.parse(await read('responses.json')) as Exchange[]
      const [clients, workers] = await Promise.all(audiences.map((api) => read(schemaFiles[api])))
      return { ...messages, exchanges, schemas: { clients: clients ?? '', workers: workers ?? '' } }
    }),
  )
}
