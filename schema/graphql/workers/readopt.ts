import { maxEntries } from '../../limits.ts'
import { assertAtMost, checkId } from '../arguments.ts'
import { builder } from '../builder.ts'

builder.mutationField('readopt', (t) =>
  t.id({
    nullable: true,
    authScopes: { verb: 'work' },
    description:
      'Lets an object adopt the resources of a former object with the same kind, project and name, which a ' +
      'restore has lost. Returns the newest of the given IDs that belong to no object, or null if there is ' +
      'none.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the object.' }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
      orphanedIds: t.arg.idList({
        required: true,
        description:
          'The owner IDs on the labels of resources in clusters that also carry the kind, project and name of ' +
          'the object, at most 1,000.',
      }),
    },
    resolve: async (_, { id, epoch, orphanedIds }, { store }) => {
      assertAtMost(orphanedIds, { max: maxEntries, path: 'orphanedIds' })
      const holder = { id: checkId(id), epoch }
      const adopted = await store.readopt(
        holder,
        orphanedIds.map((orphanedId) => checkId(orphanedId, 'orphanedIds')),
      )
      return adopted === undefined ? null : String(adopted)
    },
  }),
)
