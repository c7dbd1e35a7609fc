import { timestamp, type ClusterContext } from '../context.ts'
import { hasReason } from '../errors/status-error.ts'
import {
  clone,
  isObject,
  objectOf,
  objectsOf,
  stringOf,
  stringsOf,
  type Json,
  type JsonObject,
} from '../json.ts'
import { isTrue, withCondition } from '../objects/conditions.ts'
import type { Condition } from '../objects/kinds.ts'
import { getKind } from '../objects/stored.ts'
import type { Resource } from '../resources/resource.ts'
import { customType } from '../schema/custom.ts'
import type { KubeObject } from '../storage/object.ts'
import { isDeleting, type Control, type Controller } from './controller.ts'

export const definitions = 'customresourcedefinitions.apiextensions.k8s.io'
const cleanup = 'customresourcecleanup.apiextensions.k8s.io'

/** Serves the resources that CustomResourceDefinitions define, and deletes their objects with them. */
export const definitionController: Controller = {
  name: 'customresourcedefinition',
  component: 'kube-apiserver',
  watches: { [definitions]: ({ object }) => [object.metadata.name] },
  async reconcile(name, control) {
    const definition = getKind(control.context.store, definitions, { namespace: '', name })
    if (definition === undefined) {
      control.context.registry.serve(name, [])
      return
    }
    if (isDeleting(definition)) await clean(definition, control)
    else await establish(definition, control)
  },
}

/** Serves the definitions that were established before a restart, from the first request on. */
export function serveEstablished({ store, registry }: ClusterContext): void {
  for (const definition of store.list(definitions))
    if (isTrue(conditionsOf(definition), 'Established'))
      registry.serve(definition.metadata.name, resourcesOf(definition))
}

function conditionsOf(definition: KubeObject): Condition[] {
  // Only withCondition writes the conditions of definitions.
  return objectsOf(objectOf(definition['status'])['conditions']) as Condition[]
}

async function establish(definition: KubeObject, { context, writes }: Control): Promise<void> {
  const names = objectOf(objectOf(definition['spec'])['names'])
  const taken = conflicting(definition, context)
  const now = timestamp(context.now())
  const status = objectOf(definition['status'])
  let conditions = conditionsOf(definition)
  const set = (type: string, isOn: boolean, [reason, message]: [string, string]) => {
    conditions = withCondition(conditions, { type, status: isOn ? 'True' : 'False', reason, message }, now)
  }
  if (taken === undefined) {
    set('NamesAccepted', true, ['NoConflicts', 'no conflicts found'])
    set('Established', true, ['InitialNamesAccepted', 'the initial names have been accepted'])
    context.store.startHistory(definition.metadata.name)
    context.registry.serve(definition.metadata.name, resourcesOf(definition))
  } else {
    set('NamesAccepted', false, [taken.reason, taken.message])
    if (!isTrue(conditions, 'Established'))
      set('Established', false, ['NotAccepted', 'not all names are accepted'])
  }
  const next = {
    ...status,
    conditions,
    acceptedNames: taken === undefined ? clone(names) : (status['acceptedNames'] ?? {}),
  }
  await writes.updateStatus(definition, (draft) => {
    draft['status'] = next
  })
}

/** Returns another kind of the group that already has one of the names. */
function conflicting(
  definition: KubeObject,
  { store }: ClusterContext,
): { reason: string; message: string } | undefined {
  const spec = objectOf(definition['spec'])
  const names = objectOf(spec['names'])
  for (const other of store.list(definitions)) {
    if (
      other.metadata.name === definition.metadata.name ||
      objectOf(other['spec'])['group'] !== spec['group']
    )
      continue
    const accepted = objectOf(objectOf(other['status'])['acceptedNames'])
    const isOlder = isTrue(conditionsOf(other), 'NamesAccepted')
    if (isOlder && accepted['kind'] === names['kind'])
      return { reason: 'KindConflict', message: `${JSON.stringify(names['kind'])} is already in use` }
    const used = [accepted['plural'], accepted['singular'], ...stringsOf(accepted['shortNames'])]
    const shared = stringsOf(names['shortNames']).find((name) => used.includes(name))
    if (isOlder && shared !== undefined)
      return { reason: 'ShortNamesConflict', message: `${JSON.stringify(shared)} is already in use` }
  }
  return undefined
}

/** Returns the resources that a definition serves: one per served version. */
export function resourcesOf(definition: KubeObject): Resource[] {
  const spec = objectOf(definition['spec'])
  const names = objectOf(spec['names'])
  const versions = objectsOf(spec['versions'])
  const storageVersion = stringOf(versions.find((version) => version['storage'] === true)?.['name'])
  return versions
    .filter((version) => version['served'] === true)
    .map((version) => {
      const schema = objectOf(objectOf(version['schema'])['openAPIV3Schema'])
      const subresources = objectOf(version['subresources'])
      const scale = subresources['scale']
      const kind = stringOf(names['kind'])
      const type = customType(kind, schema)
      return {
        group: stringOf(spec['group']),
        version: stringOf(version['name']),
        kind,
        listKind: stringOf(names['listKind']),
        plural: stringOf(names['plural']),
        singular: stringOf(names['singular']),
        shortNames: stringsOf(names['shortNames']),
        categories: stringsOf(names['categories']),
        namespaced: spec['scope'] === 'Namespaced',
        verbs: everyCustomVerb,
        subresources: [
          ...(subresources['status'] === undefined ? [] : [{ name: 'status', verbs: changing }]),
          ...(scale === undefined
            ? []
            : [
                {
                  name: 'scale',
                  verbs: changing,
                  kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
                },
              ]),
        ],
        type: () => type,
        storageVersion,
        custom: {
          schema,
          definition: definition.metadata.name,
          columns: objectsOf(version['additionalPrinterColumns']),
          selectableFields: objectsOf(version['selectableFields']).map((field) =>
            stringOf(field['jsonPath']).replace(/^\./, ''),
          ),
          scale: isObject(scale) ? scaleOf(scale) : undefined,
        },
      }
    })
}

/** The verbs of custom resources, in the order of discovery. */
const everyCustomVerb = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']

const changing = ['get', 'patch', 'update']

function scaleOf(scale: JsonObject): NonNullable<NonNullable<Resource['custom']>['scale']> {
  const path = (value: Json | undefined) => stringOf(value).replace(/^\./, '')
  return {
    specPath: path(scale['specReplicasPath']),
    statusPath: path(scale['statusReplicasPath']),
    selectorPath: scale['labelSelectorPath'] === undefined ? undefined : path(scale['labelSelectorPath']),
  }
}

async function clean(definition: KubeObject, control: Control): Promise<void> {
  const { context, writes } = control
  const { name } = definition.metadata
  if (!(definition.metadata.finalizers ?? []).includes(cleanup)) return
  const now = timestamp(context.now())
  const setCondition = async (status: string, reason: string, message: string) => {
    const conditions = withCondition(
      conditionsOf(definition),
      { type: 'Terminating', status, reason, message },
      now,
    )
    await writes.updateStatus(definition, (draft) => {
      draft['status'] = { ...objectOf(draft['status']), conditions }
    })
  }
  for (const object of context.store.list(name)) {
    if (isDeleting(object)) continue
    try {
      await writes.delete(object)
    } catch (error) {
      if (!hasReason(error, 'NotFound', 'Conflict')) throw error
    }
  }
  if (context.store.count(name) > 0) {
    await setCondition('True', 'InstanceDeletionInProgress', 'CustomResource deletion is in progress')
    control.enqueueAfter(name, 50)
    return
  }
  await setCondition('False', 'InstanceDeletionCompleted', 'removed all instances')
  await writes.update(definition, ({ metadata }) => {
    metadata.finalizers = (metadata.finalizers ?? []).filter((each) => each !== cleanup)
  })
}
