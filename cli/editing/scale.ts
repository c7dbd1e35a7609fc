import { z } from 'zod'
import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { Autoscaling, scales } from '../../schema/autoscaling.ts'
import { PlatformError } from '../../schema/errors.ts'
import { isRecord } from '../../schema/manifests.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { nounAndName } from '../kind-names.ts'
import { changeObjects, type EditInput } from '../objects/edited.ts'
import { parseFormat } from '../objects/formats.ts'
import { selectObjects } from '../objects/selection.ts'
import { assertField, definitionOf } from './rollout-fields.ts'

interface ScaleInput {
  args: { objects: readonly string[] }
  options: EditInput & {
    replicas: number | undefined
    resource: string | undefined
    reset: boolean
    project: string | undefined
  }
}

/** A resource of a definition. */
interface Resource {
  kind: string
  name: string
}

/** Kinds that always have replicas. Others are scaled if --resource names them. */
const scalable = ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController']

/** Sets the number of replicas of a resource in an instance, whatever its definition says. */
export async function scale({ args, options }: ScaleInput, context: CommandContext): Promise<void> {
  parseFormat(options.output)
  const { replicas, reset } = options
  if ((replicas === undefined) === !reset)
    throw usageError('give either --replicas COUNT, or --reset to return to the replicas of the definition')
  const { client } = await context.connect()
  const objects = await selectObjects(client, { words: args.objects, project: options.project })
  const resources = new Map<string, Resource>()
  for (const object of objects) {
    assertField(object, { field: 'scale', verb: 'scaled' })
    const resource = await chosenResource(client, object, options.resource)
    if (!reset) await assertNotAutoscaled(client, object, resource)
    resources.set(object.id, resource)
  }
  await changeObjects(context, {
    objects,
    options,
    change: (shape, { id }) => {
      const resource = resources.get(id)
      const before = Array.isArray(shape.spec['scale']) ? (shape.spec['scale'] as unknown[]) : []
      const others = before.filter((each) => !isOf(each, resource))
      const after = replicas === undefined ? others : [...others, { ...resource, replicas }]
      const rest = Object.fromEntries(Object.entries(shape.spec).filter(([key]) => key !== 'scale'))
      return { ...shape, spec: after.length === 0 ? rest : { ...rest, scale: after } }
    },
  })
}

/** Throws if the definition leaves the replicas of the resource to an autoscaler, which would undo the change. */
async function assertNotAutoscaled(client: Client, object: AnyObject, resource: Resource): Promise<void> {
  const target = definitionOf(object)
  const definition = target && (await client.objects.get(target))
  const list = isRecord(definition?.manifestSpec) ? definition.manifestSpec['autoscaling'] : undefined
  const entry = z
    .array(Autoscaling)
    .safeParse(list)
    .data?.find((each) => scales(each, resource))
  if (target === undefined || entry === undefined) return
  const { min = 1, max } = entry
  throw new PlatformError(
    'CONFLICT',
    `${resource.kind} ${resource.name} is scaled automatically between ${min} and ${max} replicas. Change autoscaling of ` +
      `${target.kind} ${target.name}, or remove it there first.`,
  )
}

function isOf(entry: unknown, resource: Resource | undefined): boolean {
  if (!isRecord(entry) || entry['name'] !== resource?.name) return false
  return entry['kind'] === undefined || entry['kind'] === resource?.kind
}

/** Returns the resource to scale: the one that --resource names, or the only one that has replicas. */
async function chosenResource(
  client: Client,
  object: AnyObject,
  given: string | undefined,
): Promise<Resource> {
  const target = nounAndName(object)
  const all = await resourcesOf(client, object)
  const candidates = all.filter(({ kind }) => scalable.includes(kind))
  if (given !== undefined) {
    const [name = '', kind] = given.split('/').reverse()
    const found = (kind === undefined ? candidates : all).find(
      (each) => each.name === name && (kind === undefined || each.kind.toLowerCase() === kind.toLowerCase()),
    )
    if (found !== undefined) return found
    throw new PlatformError('NOT_FOUND', `${target} has no resource ${given}. ${listed(candidates)}`)
  }
  const [only, another] = candidates
  if (only === undefined)
    throw new PlatformError('NOT_FOUND', `${target} has no Deployment or other resource with replicas`)
  if (another === undefined) return only
  throw usageError(
    `${target} has several resources with replicas. Choose one: --resource KIND/NAME. ${listed(candidates)}`,
  )
}

function listed(resources: readonly Resource[]): string {
  if (resources.length === 0) return 'None of its resources has replicas.'
  return `They are ${resources.map(({ kind, name }) => `${kind.toLowerCase()}/${name}`).join(', ')}.`
}

async function resourcesOf(client: Client, object: AnyObject): Promise<Resource[]> {
  const target = definitionOf(object)
  const definition = target && (await client.objects.get(target))
  const outputs = definition?.status.outputs
  const resources = isRecord(outputs) ? outputs['resources'] : undefined
  if (!Array.isArray(resources)) return []
  return resources.flatMap((each: unknown) =>
    isRecord(each) ? [{ kind: String(each['kind']), name: String(each['name']) }] : [],
  )
}
