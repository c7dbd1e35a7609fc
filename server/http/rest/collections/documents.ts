import { z } from 'zod'
import { invalidInput } from '../../../../schema/errors.ts'
import { issueErrors } from '../../../../schema/issue-errors.ts'
import type { Kind } from '../../../../schema/kinds/kind.ts'
import type { LegacyDocuments } from '../../../../schema/rest-names.ts'
import { describeIdentity, identityOf, type Manifest } from '../../../../schema/manifests.ts'
import type { StoredObject } from '../../../../prisma/client.ts'
import { addManifests, locateManifests, replaceManifest } from '../../../manifests/edit.ts'
import { dataEnvelope } from '../envelope.ts'
import type { Answer } from '../handler.ts'
import { writeIn, writeParameters } from '../objects.ts'
import { queryOf } from '../queries.ts'
import type { Collection, FurtherRoute, Input } from './collection.ts'
import { specCollection, type SpecCollection, type SpecPart, type WithSpec } from './spec-parts.ts'

const JsonDefinition = z
  .record(z.string(), z.unknown(), { error: 'must be a manifest' })
  .meta({ description: 'A Kubernetes manifest. Values of Secrets are returned as placeholders.' })

/** Returns the collections of the manifests in the fields of a kind, each of which is an entry. */
export function documentCollections(kind: Kind): Collection[] {
  return Object.entries(kind.rest.documents ?? {}).map(([field, documents]) => {
    const collection = specCollection({
      kind,
      ...documents,
      shape: { JSONDefinition: JsonDefinition },
      filters: [],
      count: countOf,
      read: async (object) =>
        (await locateManifests(textIn(object, field))).map(({ manifest }) => partOf(manifest)),
      // oxlint-disable-next-line max-params -- the object, the place in it, and what takes its place
      edit: async (object, index, parts) => ({ [field]: await edited(textIn(object, field), index, parts) }),
    })
    return { ...collection, routes: [setRoute(kind, documents, collection)] }
  })
}

function textIn({ spec }: WithSpec, field: string): string {
  const { [field]: text } = spec as Readonly<Record<string, unknown>>
  return typeof text === 'string' ? text : ''
}

/** Counts manifests by the outputs of a definition, without parsing them. */
function countOf({ status }: StoredObject): number {
  const { resources } = (status as { outputs?: { resources?: unknown } }).outputs ?? {}
  return Array.isArray(resources) ? resources.length : 0
}

function partOf(manifest: unknown): SpecPart {
  // The text of a stored object is valid.
  return { key: describeIdentity(identityOf(manifest as Manifest)), fields: { JSONDefinition: manifest } }
}

// oxlint-disable-next-line max-params -- the text, the place in it, and what takes its place
async function edited(text: string, index: number | undefined, parts: readonly Input[]): Promise<string> {
  const manifests = parts.map(({ JSONDefinition }) => JSONDefinition)
  if (index === undefined) return addManifests(text, manifests)
  const located = (await locateManifests(text))[index]
  return located === undefined ? text : replaceManifest(text, located, manifests[0])
}

/** Returns the route that adds several manifests to one object at once: all of them, or none. */
function setRoute(kind: Kind, { set, type }: LegacyDocuments, { input, add }: SpecCollection): FurtherRoute {
  const Entries = z
    .array(input, { error: 'must be a list' })
    .min(1, 'must not be empty')
    .max(1000, 'must have at most 1000 entries')
  const owner = `${kind.kind}ID`
  return {
    method: 'POST',
    path: set,
    operationId: `create${type}Set`,
    summary: `Adds several ${type} objects to a ${kind.kind}, all or none`,
    verb: 'write',
    parameters: {},
    body: { type: 'array', items: { $ref: `#/components/schemas/${type}` } },
    handler: async (context, request): Promise<Answer> => {
      const write = writeIn(queryOf(request, writeParameters), context)
      const { data, error } = Entries.safeParse(request.body)
      if (error !== undefined) throw invalidInput(issueErrors(error, { at: '', input: request.body }))
      const ids = new Set(data.map((each) => Number(Reflect.get(each, owner))))
      const [id = 0, another] = ids
      if (another !== undefined) {
        const remedy = `Send a request for each ${kind.kind}.`
        throw invalidInput([
          { path: `[].${owner}`, code: 'CONFLICT', message: 'must be the same for all', remedy },
        ])
      }
      const parts = data.map((each) =>
        Object.fromEntries(Object.entries(each).filter(([name]) => name !== owner)),
      )
      const entries = await add(context, { to: BigInt(id), parts }, write)
      return { code: 201, body: dataEnvelope(type, entries, { code: 201 }) }
    },
  }
}
