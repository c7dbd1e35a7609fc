import { at, clone, equal, objectOf, type JsonObject } from '../json.ts'
import { controllerReference, type Control } from '../controllers/controller.ts'
import { targetOf } from '../operations/system.ts'
import { groupResource } from '../resources/resource.ts'
import type { KubeObject } from '../storage/object.ts'

/* Objects that the controller of a stand-in maintains for an object that it controls. */

/** Returns an object in the namespace of its owner; undefined if it does not exist. */
export function findBeside(
  owner: KubeObject,
  { context }: Control,
  { resource, name }: { resource: string; name: string },
): KubeObject | undefined {
  return context.store.get({ resource, namespace: owner.metadata.namespace ?? '', name })
}

/** Creates an object that its owner controls, unless it exists. Returns the object. */
export async function createOwned(
  owner: KubeObject,
  control: Control,
  object: JsonObject,
): Promise<KubeObject> {
  const { namespace } = owner.metadata
  const metadata = {
    ...objectOf(object['metadata']),
    namespace,
    ownerReferences: [controllerReference(owner)],
  }
  const complete = { ...object, metadata }
  const { resource, name } = targetOf(control.context, complete)
  const existing = findBeside(owner, control, { resource: groupResource(resource), name })
  return existing ?? control.writes.create(complete)
}

/** Creates an object that its owner controls, and keeps some fields of its spec as they are given. Returns the object. */
export async function applyOwned(
  { owner, control }: { owner: KubeObject; control: Control },
  object: JsonObject,
  fields: readonly string[],
): Promise<KubeObject> {
  const existing = await createOwned(owner, control, object)
  const given = objectOf(object['spec'])
  return control.writes.update(existing, (draft) => {
    const spec = objectOf(draft['spec'])
    for (const field of fields) spec[field] = clone(given[field])
  })
}

/** Requests more storage of a claim. Returns whether it has the storage. */
export async function growClaim(claim: KubeObject, control: Control, size: string): Promise<boolean> {
  if (at(claim, 'spec', 'resources', 'requests', 'storage') !== size)
    await control.writes.update(claim, (draft) => {
      const spec = objectOf(draft['spec'])
      draft['spec'] = { ...spec, resources: { ...objectOf(spec['resources']), requests: { storage: size } } }
    })
  return at(claim, 'status', 'capacity', 'storage') === size
}

/** Writes the status of an object if it differs. */
export async function writeStatus(
  object: KubeObject,
  { writes }: Control,
  status: JsonObject,
): Promise<void> {
  if (equal(object['status'] ?? {}, status)) return
  await writes.updateStatus(object, (draft) => {
    draft['status'] = clone(status)
  })
}
