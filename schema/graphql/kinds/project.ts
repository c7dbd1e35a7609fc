import type { GraphQLResolveInfo } from 'graphql'
import type { StoredObject } from '../../../prisma/generated/client/client.ts'
import { builder } from '../builder.ts'
import { connectionOfObjects } from '../connection.ts'
import { dependsOn } from '../dependence.ts'
import { implementKind, kindType } from '../kind-type.ts'
import { ObjectType } from '../object.ts'
import { selectedFields } from '../selected-fields.ts'

implementKind('Project', (t) => ({
  objects: connectionOfObjects(t, {
    type: ObjectType,
    name: 'ManagedObject',
    description: 'The objects in the project.',
    filter: ({ name }) => ({ project: name }),
  }),
}))

/** Reports whether nothing but the name is selected of a project. */
function isOnlyNamed(info: GraphQLResolveInfo): boolean {
  return [...selectedFields(info)].every((field) => field === 'name' || field === '__typename')
}

/** Returns a project of which only the name is selected. */
function namedProject(id: bigint, name: string): StoredObject {
  return { id, kind: 'Project', name } as StoredObject
}

builder.interfaceField(ObjectType, 'project', (t) =>
  t.field({
    type: kindType('Project'),
    extensions: dependsOn('nothing'),
    nullable: true,
    subGraphs: ['clients'],
    description: 'The project of the object. Null for a kind without projects.',
    // oxlint-disable-next-line max-params -- the signature of resolvers
    resolve: async ({ projectId }, _, { loaders, store }, info) => {
      if (projectId === null) return null
      if (!isOnlyNamed(info)) return (await loaders.byId.load(projectId)) ?? null
      // Names of projects never change, and are in memory: almost every client asks for them, and for nothing else.
      const name = await store.projectName(projectId)
      return name === undefined ? null : namedProject(projectId, name)
    },
  }),
)
