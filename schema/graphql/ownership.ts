import { connectionOfObjects } from './connection.ts'
import { builder } from './builder.ts'
import { ObjectType } from './object.ts'

builder.interfaceFields(ObjectType, (t) => {
  const fields = t as unknown as Parameters<typeof connectionOfObjects>[0]
  return {
    owners: connectionOfObjects(fields, {
      type: ObjectType,
      description:
        'A paginated list of the owners of the object. The first owner determines its spec; it is deleted ' +
        'with its last owner.',
      filter: ({ id }) => ({ owners: id }),
    }),
    owned: connectionOfObjects(fields, {
      type: ObjectType,
      description: 'A paginated list of the objects that the object owns.',
      filter: ({ id }) => ({ ownedBy: id }),
    }),
  }
})
