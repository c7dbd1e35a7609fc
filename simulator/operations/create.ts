import { randomInt, randomUUID } from 'node:crypto'
import { admitCreate, admitValid } from '../admission/admission.ts'
import { timestamp, type ClusterContext } from '../context.ts'
import {
  alreadyExists,
  badRequest,
  invalid,
  notImplemented,
  plainError,
  type FieldError,
} from '../errors/status-error.ts'
import { clone, objectOf, type JsonObject } from '../json.ts'
import { hasSubresource } from '../resources/resource.ts'
import type { KubeObject } from '../storage/object.ts'
import { blankObject, decode } from '../strategy/decode.ts'
import { validateMetadata } from '../strategy/metadata.ts'
import { strategyOf } from '../strategy/strategies.ts'
import { keyOf, type Target, type WriteOptions, type Written } from '../target.ts'
import { toStorage, toVersion } from './convert.ts'
import { recordUpdate } from './manage.ts'
import { validateObject } from './validate.ts'

/** Creates an object from a request's body. */
export async function createObject(
  context: ClusterContext,
  target: Target,
  { body, options }: { body: JsonObject; options: WriteOptions },
): Promise<Written> {
  const object = decode(target.resource, body, options)
  checkNamespace(target, object)
  if (object.metadata.resourceVersion)
    throw plainError('resourceVersion should not be set on objects to be created')
  nameFromPrefix(object)
  recordUpdate(
    context,
    { ...target, name: object.metadata.name },
    { live: undefined, next: object, fieldManager: options.fieldManager },
  )
  const written = await insert(context, target, { object, options })
  return { object: written, created: true }
}

/** Writes a decoded object that does not exist yet, through admission and validation. */
export async function insert(
  context: ClusterContext,
  target: Target,
  { object, options }: { object: KubeObject; options: WriteOptions },
): Promise<KubeObject> {
  const { resource } = target
  const strategy = strategyOf(resource)
  await admitCreate(context, target, { object, options })
  stampNew(context, target, object)
  strategy.prepareCreate?.(object, context, options.dryRun)
  const errors: FieldError[] = [
    ...validateMetadata(object.metadata, strategy.nameRule ?? 'subdomain', resource.namespaced),
    ...validateObject(resource, object),
  ]
  if (errors.length > 0) throw invalid(resource, object.metadata.name, errors)
  const refusal = strategy.refuse?.(object)
  if (refusal !== undefined) throw notImplemented(refusal)
  for (const warning of strategy.warnings?.(object) ?? []) options.warnings.add(warning)
  await admitValid(context, { ...target, name: object.metadata.name }, { object, options })
  const key = keyOf({ ...target, name: object.metadata.name })
  if (context.store.get(key) !== undefined) throw alreadyExists(resource, object.metadata.name)
  if (options.dryRun) return object
  return toVersion(resource, context.store.put(key, toStorage(resource, object)))
}

/** Sets the fields of a new object that only the server determines. */
function stampNew(context: ClusterContext, { resource, namespace }: Target, object: KubeObject): void {
  const { metadata } = object
  if (resource.namespaced) metadata.namespace = namespace
  else delete metadata.namespace
  // Unknown until the object is written, which a dry run never does.
  Object.assign(metadata, { resourceVersion: undefined })
  metadata.uid = randomUUID()
  metadata.creationTimestamp = timestamp(context.now())
  delete metadata.deletionTimestamp
  delete metadata.deletionGracePeriodSeconds
  if (strategyOf(resource).generation === true) metadata.generation = 1
  else delete metadata.generation
  if (hasSubresource(resource, 'status'))
    resetStatus(object, resource.custom === undefined ? objectOf(blankObject(resource)['status']) : undefined)
}

function resetStatus(object: KubeObject, blank: JsonObject | undefined): void {
  if (blank === undefined || Object.keys(blank).length === 0) {
    if (blank === undefined) delete object['status']
    else object['status'] = {}
  } else object['status'] = clone(blank)
}

function checkNamespace({ resource, namespace }: Target, object: KubeObject): void {
  const given = object.metadata.namespace
  if (!resource.namespaced || given === undefined || given === '' || given === namespace) return
  throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
}

const suffixLetters = 'bcdfghjklmnpqrstvwxz2456789'

/** Generates a name from the prefix and five characters that form no words. */
function nameFromPrefix({ metadata }: KubeObject): void {
  metadata.name ??= ''
  if (metadata.name !== '' || !metadata.generateName) return
  const suffix = Array.from({ length: 5 }, () => suffixLetters[randomInt(suffixLetters.length)] ?? 'x')
  metadata.name = metadata.generateName.slice(0, 58) + suffix.join('')
}
