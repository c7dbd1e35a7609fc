import { maxObjects } from '../../limits.ts'
import { assertAtMost } from '../arguments.ts'
import { builder } from '../builder.ts'
import { costOfEach, costOfResults } from '../cost.ts'
import { implementKind } from '../kind-type.ts'
import { AppliedType } from '../object-operations.ts'
import { AnyObjectReferenceInput, ObjectReferenceInput, targetOf } from '../references.ts'
import type { Applied } from '../store-writes.ts'
import { mutationOptions, optionsArgument, payloadType, written } from '../writes.ts'

implementKind('Profile')

const RollProfileInput = builder.inputType('RollProfileInput', {
  description: 'Specifies the objects to move to the current version of a profile.',
  fields: (t) => ({
    profile: t.field({ type: ObjectReferenceInput, required: true, description: 'The Profile.' }),
    objects: t.field({
      type: [AnyObjectReferenceInput],
      description: 'The objects, at most 2,000. Default: all that are provided by an older version.',
    }),
  }),
})

builder.mutationField('rollProfile', (t) =>
  t.field({
    type: payloadType<Applied[]>('RollProfilePayload', {
      description: 'The result of `rollProfile`.',
      fields: (fields) => ({
        results: fields.field({
          type: [AppliedType],
          nullable: true,
          description: 'The objects with their differences. Null if the mutation was refused.',
          complexity: costOfResults,
          resolve: ({ result }) => result ?? null,
        }),
      }),
    }),
    ...mutationOptions(
      'write',
      'Moves objects to the current version of the profile that provides them, also those that other objects own. A ' +
        'dry run returns the differences. All objects are moved or none.',
    ),
    args: {
      input: t.arg({ type: RollProfileInput, required: true, description: 'The profile and the objects.' }),
      options: t.arg(optionsArgument),
    },
    complexity: ({ input }) => costOfEach(input.objects ?? []),
    resolve: (_, { input, options }, context) => {
      const { profile, objects } = input
      assertAtMost(objects ?? [], { max: maxObjects, path: 'objects' })
      const roll = {
        profile: targetOf(profile, { path: 'profile', kind: 'Profile' }),
        ...(objects == null
          ? {}
          : { objects: objects.map((each, index) => targetOf(each, { path: `objects[${index}]` })) }),
      }
      return written(context, options, async (write) => {
        const result = await context.store.rollProfile(roll, write)
        return { result, written: result.map(({ object, ...rest }) => ({ ...object, ...rest })) }
      })
    },
  }),
)
