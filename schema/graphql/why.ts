import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { remedyFor } from '../remedies.ts'
import type { Cause } from '../status.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import { ObjectType, projectNameOf } from './object.ts'
import { CauseType, currentStatus } from './status.ts'

/* The explanation of why an object is not ready. */

/** The most objects that wait for each other in one explanation. Longer chains do not occur in practice. */
const maxSteps = 50

interface Step {
  object: StoredObject
  message: string
}

interface Diagnosis {
  /** The objects from the asked one to the last one, each of which waits for the next. */
  steps: readonly Step[]
  cause: Cause
  of: StoredObject
}

const StepType = builder.objectRef<Step>('DiagnosisStep').implement({
  description: 'An object on the way to the root cause.',
  subGraphs: ['clients'],
  fields: (t) => ({
    object: t.field({ type: ObjectType, description: 'The object.', resolve: ({ object }) => object }),
    message: t.exposeString('message', {
      description: 'What the object waits for, or what is wrong with it.',
    }),
  }),
})

const DiagnosisType = builder.objectRef<Diagnosis>('Diagnosis').implement({
  description: 'An explanation of why an object is not ready.',
  subGraphs: ['clients'],
  fields: (t) => ({
    steps: t.field({
      type: [StepType],
      description: 'The objects from this one to the one with the root cause. Each waits for the next.',
      resolve: ({ steps }) => steps,
    }),
    cause: t.field({
      type: CauseType,
      description: 'The root cause.',
      resolve: ({ cause, of }) => ({ cause, of }),
    }),
    remedy: t.string({
      nullable: true,
      description: 'What can be done about the root cause. Null if the message of the cause says it.',
      resolve: async ({ cause, of }, args, context) => {
        const project = await projectNameOf(of, args, context)
        return remedyFor(cause.reason, { kind: of.kind, name: of.name, project }) ?? null
      },
    }),
  }),
})

builder.interfaceField(ObjectType, 'why', (t) =>
  t.field({
    type: DiagnosisType,
    nullable: true,
    subGraphs: ['clients'],
    complexity: 10,
    description:
      'Why the object is not ready, or not yet deleted: the root cause at the end of the objects that it waits for. ' +
      'Null if the object is ready.',
    resolve: (object, _, context) => diagnose(object, context),
  }),
)

async function diagnose(object: StoredObject, { loaders }: RequestContext): Promise<Diagnosis | null> {
  if (isSettled(object)) return null
  const objects = [object]
  for (let last = object; objects.length < maxSteps;) {
    const { waitingForId } = last
    if (waitingForId === null || objects.some(({ id }) => id === waitingForId)) break
    const next = await loaders.byId.load(waitingForId)
    if (next === undefined || (isSettled(next) && last.deletionRequestedAt === null)) break
    objects.push(next)
    last = next
  }
  const steps = objects.map((each) => ({ object: each, message: messageOf(each) }))
  const of = objects.findLast((each) => currentStatus(each).cause !== undefined) ?? object
  return { steps, cause: currentStatus(of).cause ?? queued(object), of }
}

function isSettled({ ready, deletionRequestedAt, generation, observedGeneration }: StoredObject): boolean {
  return ready && deletionRequestedAt === null && observedGeneration === generation
}

function messageOf(object: StoredObject): string {
  const { conditions, cause } = currentStatus(object)
  return conditions.find(({ type }) => type === 'Ready')?.message ?? cause?.message ?? queued(object).message
}

/** Returns the cause of an object that no reconcile has reported on yet. */
function queued({ kind, name, updatedAt }: StoredObject): Cause {
  return {
    kind,
    name,
    reason: 'Queued',
    message: 'No worker has reconciled the current generation yet.',
    since: updatedAt.toISOString(),
  }
}
