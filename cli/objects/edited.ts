import type { AnyObject, AppliedObject, Client, ObjectDocument } from '../../client-sdk/index.ts'
import { PlatformError, isPlatformError } from '../../schema/errors.ts'
import { isRecord } from '../../schema/manifests.ts'
import type { CommandContext } from '../context.ts'
import { appliedShapeOf, type AppliedShape } from '../documents/applied-shape.ts'
import { nounAndName } from '../kind-names.ts'
import type { DryRun } from '../settings/options.ts'
import { reportApplied, writeOptions } from './write.ts'

/** Options of commands that change objects without a file. */
export interface EditInput {
  dryRun: DryRun
  reason: string | undefined
  output: string
}

/** Returns an object as a command changes it. */
export type Change = (shape: AppliedShape, object: AnyObject) => AppliedShape

/** The number of times that a change is repeated when others change the object at the same time. */
const maxAttempts = 5

/**
 * Changes objects, all or none, and prints the result. The change is applied to what was read, so it is repeated when
 * another client has changed an object in between.
 */
export async function changeObjects(
  context: CommandContext,
  { objects, change, options }: { objects: readonly AnyObject[]; change: Change; options: EditInput },
): Promise<void> {
  if (objects.length === 0) {
    context.io.stderr.write('No objects are selected.\n')
    return
  }
  const { client } = await context.connect()
  const applied = await applyChange(client, { objects, change, options })
  const write = { ...options, wait: false, timeout: 0, project: undefined }
  await reportApplied(context, client, { applied, options: write })
}

/** Changes objects as {@link changeObjects} does, and returns the result. */
export async function applyChange(
  client: Client,
  {
    objects,
    change,
    options,
  }: { objects: readonly AnyObject[]; change: Change; options: Omit<EditInput, 'output'> },
): Promise<AppliedObject[]> {
  let current = objects
  for (let attempt = 1; ; attempt++) {
    const documents = current.map((object) => editedDocument(object, change(appliedShapeOf(object), object)))
    try {
      return await client.apply(documents, { ...writeOptions(options), withReach: true })
    } catch (error) {
      const isConflict = isPlatformError(error) && error.code === 'VERSION_CONFLICT'
      if (!isConflict || attempt === maxAttempts) throw withTargets(error, documents)
      current = await Promise.all(current.map((object) => reread(client, object)))
    }
  }
}

async function reread(client: Client, { id, kind, name }: AnyObject): Promise<AnyObject> {
  const object = await client.objects.getById(id)
  if (object !== undefined) return object
  throw new PlatformError('NOT_FOUND', `${kind} "${name}" was deleted while it was changed`)
}

const topFields = ['apiVersion', 'kind', 'metadata', 'spec', 'status']
const metadataFields = ['name', 'project', 'labels', 'annotations']

/** Returns the document that changes an object. Throws if the change is not one of labels, annotations or spec. */
export function editedDocument(object: AnyObject, shape: AppliedShape): ObjectDocument {
  const target = nounAndName(object)
  const before = appliedShapeOf(object)
  const { kind, metadata, spec } = shape
  const unknown = [
    ...Object.keys(shape).filter((key) => !topFields.includes(key)),
    ...(isRecord(metadata)
      ? Object.keys(metadata)
          .filter((key) => !metadataFields.includes(key))
          .map((key) => `metadata.${key}`)
      : ['metadata']),
  ]
  if (unknown.length > 0)
    throw new PlatformError('INVALID_INPUT', `${target}: ${unknown.join(', ')} cannot be changed`)
  const isOther =
    kind !== before.kind ||
    metadata.name !== before.metadata.name ||
    (metadata.project ?? before.metadata.project) !== before.metadata.project
  if (isOther)
    throw new PlatformError(
      'INVALID_INPUT',
      `${target}: kind, name and project of an object cannot be changed`,
    )
  return {
    kind,
    name: object.name,
    ...(object.projectName === null ? {} : { project: object.projectName }),
    labels: metadata.labels ?? {},
    annotations: metadata.annotations ?? {},
    spec,
    expectedVersion: object.version,
  }
}

/** Names the objects in the errors of a request, whose indices mean nothing to users. */
function withTargets(error: unknown, documents: readonly ObjectDocument[]): unknown {
  if (!isPlatformError(error)) return error
  const named = (text: string): string =>
    text.replaceAll(/documents\[(\d+)\]\.?/g, (whole, index: string) => {
      const document = documents[Number(index)]
      if (document === undefined) return whole
      const target = nounAndName(document)
      return whole.endsWith('.') ? `${target}: ` : target
    })
  error.message = named(error.message)
  for (const field of error.details.fields ?? []) field.path = named(field.path)
  return error
}
