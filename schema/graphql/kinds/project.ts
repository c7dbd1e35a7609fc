import { connectionOfObjects } from '../connection.ts'
import { implementKind } from '../kind-type.ts'
import { ObjectType } from '../object.ts'

implementKind('Project', (t) => ({
  objects: connectionOfObjects(t, {
    type: ObjectType,
    description: 'A paginated list of objects in the project.',
    filter: ({ name }) => ({ project: name }),
  }),
}))
