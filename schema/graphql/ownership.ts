import { builder } from './builder.ts'
import { connectionOfObjects } from './connection.ts'
import { ObjectType } from './object.ts'

builder.interfaceFields(ObjectType, (t) => {
  const fields = t as unknown as Parameters<typeof connectionOfObjects>[0]
  const objects = { type: ObjectType, name: 'ManagedObject' }
  return {
    owners: connectionOfObjects(fields, {
      ...objects,
      description:
        'The owners of the object. The first owner determines its spec; it is deleted with its last owner.',
      filter: ({ id }) => ({ owners: id }),
    }),
    owned: connectionOfObjects(fields, {
      ...objects,
      description: 'The objects that the object owns.',
      filter: ({ id }) => ({ ownedBy: id }),
    }),
  }
})
