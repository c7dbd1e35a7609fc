import { builder } from './builder.ts'
import { AppliedType } from './object-operations.ts'
import { costOfStatement } from './cost.ts'
import { enumOf } from './enums.ts'
import { kindNamed } from '../kinds/index.ts'
import { ObjectType } from './object.ts'
import { ReachType } from './reach.ts'
import { AnyObjectReferenceInput, targetOf } from './references.ts'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { rolloutActions, rolloutStates, type StoredRollout } from './store-rollouts.ts'
import { mutationOptions, optionsArgument, payloadType, written } from './writes.ts'

/* Rollouts of definitions and profiles: how far an edit has got, and what people decide about it. */

/** The number of objects that an answer names. */
const namedObjects = 100

const RolloutStateType = enumOf('DefinitionRolloutState', rolloutStates, {
  description: 'The states of rollouts of definitions and profiles.',
  descriptions: [
    'The edit reaches the objects wave by wave.',
    'No further object gets the edit, because the rules or a person have paused it.',
    'More objects have failed than may. No further object gets the edit until they are ready.',
    'More objects have failed than may. Those that had the edit have the previous version again.',
    'A person has aborted it.',
    'All objects have the edit.',
  ],
})

const DefinitionRolloutType = builder.objectRef<StoredRollout>('DefinitionRollout').implement({
  description:
    'How far the newest edit of a definition or a profile has got that reaches other objects in waves.',
  subGraphs: ['clients'],
  fields: (t) => ({
    generation: t.exposeInt('generation', { description: 'The generation that is rolled out.' }),
    state: t.field({
      type: RolloutStateType,
      description: 'The state of the rollout.',
      resolve: ({ state }) => state,
    }),
    wave: t.exposeInt('wave', { description: 'The current wave, counted from 1. 0 before the first.' }),
    waves: t.exposeInt('waves', { description: 'The number of waves.' }),
    cause: t.exposeString('cause', {
      nullable: true,
      description: 'Why it has halted, or who has aborted it. Null otherwise.',
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'The time of the edit.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time at which it was over. Null while it is in progress.',
    }),
  }),
})

builder.interfaceField(ObjectType, 'definitionRollout', (t) =>
  t.field({
    type: DefinitionRolloutType,
    nullable: true,
    subGraphs: ['clients'],
    description:
      'How far the newest edit of a definition or a profile has got. Null if no edit of the object has gone in waves.',
    resolve: async ({ id, kind }, _, { loaders }) =>
      kindNamed(kind).rollsOut ? ((await loaders.definitionRollout.load(id)) ?? null) : null,
  }),
)

builder.interfaceField(ObjectType, 'reaches', (t) =>
  t.field({
    type: ReachType,
    nullable: true,
    subGraphs: ['clients'],
    description: 'The objects that edits of a definition or a profile reach. Null for other objects.',
    complexity: costOfStatement,
    resolve: async (object, _, { store }) => (await store.reach(object, namedObjects)) ?? null,
  }),
)

builder.objectField(AppliedType, 'reaches', (t) =>
  t.field({
    type: ReachType,
    nullable: true,
    subGraphs: ['clients'],
    description:
      'The objects that the edit of a definition or a profile reaches. Null if the document has changed nothing, and for other ' +
      'objects.',
    // Most documents change no definition.
    complexity: 10,
    resolve: async ({ result, object }, _, { store }) =>
      result === 'updated' ? ((await store.reach(object, namedObjects)) ?? null) : null,
  }),
)

const RolloutActionType = enumOf('DefinitionRolloutAction', rolloutActions, {
  description: 'What a person decides about the rollout of a definition or a profile.',
  descriptions: [
    'No further object gets the edit for now.',
    'The rollout goes on. One that has failed, or was aborted, is tried again.',
    'The rollout ends, and the objects that have the edit return to the previous version, unless `onFailure` is `stay`.',
    'All objects get the edit now.',
  ],
})

const ControlRolloutInput = builder.inputType('ControlRolloutInput', {
  description: 'Specifies what to do with a rollout.',
  fields: (t) => ({
    object: t.field({
      type: AnyObjectReferenceInput,
      required: true,
      description: 'The definition or the profile.',
    }),
    action: t.field({ type: RolloutActionType, required: true, description: 'What to do.' }),
  }),
})

builder.mutationField('controlRollout', (t) =>
  t.field({
    type: payloadType<StoredObject>('ControlRolloutPayload', {
      description: 'The result of `controlRollout`.',
      fields: (fields) => ({
        object: fields.field({
          type: ObjectType,
          nullable: true,
          description: 'The definition or the profile. Null if the mutation was refused.',
          resolve: ({ result }) => result ?? null,
        }),
      }),
    }),
    ...mutationOptions(
      'write',
      'Pauses, resumes, aborts or finishes the rollout of the newest edit of a definition or a profile.',
    ),
    args: {
      input: t.arg({
        type: ControlRolloutInput,
        required: true,
        description: 'The rollout and the decision.',
      }),
      options: t.arg(optionsArgument),
    },
    resolve: (_, { input: { object, action }, options }, context) =>
      written(context, options, async (write) => {
        const target = targetOf(object, { path: 'object' })
        const result = await context.store.controlRollout({ target, action }, write)
        return { result, written: [{ ...result, differences: [] }] }
      }),
  }),
)
