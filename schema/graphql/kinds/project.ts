import { builder } from '../builder.ts'
import { connectionOfObjects } from '../connection.ts'
import { implementKind, kindType } from '../kind-type.ts'
import { ObjectType } from '../object.ts'

implementKind('Project', (t) => ({
  objects: connectionOfObjects(t, {
    type: ObjectType,
    name: 'ManagedObject',
    description: 'The objects in the project.',
    filter: ({ name }) => ({ project: name }),
  }),
}))

builder.interfaceField(ObjectType, 'project', (t) =>
  t.field({
    type: kindType('Project'),
    nullable: true,
    subGraphs: ['clients'],
    description: 'The project of the object. Null for a kind without projects.',
    resolve: async ({ projectId }, _, { loaders }) =>
      projectId === null ? null : ((await loaders.byId.load(projectId)) ?? null),
  }),
)
