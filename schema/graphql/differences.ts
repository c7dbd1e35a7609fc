import type { FieldDifference } from '../differences.ts'
import { builder } from './builder.ts'

export const FieldDifferenceType = builder.objectRef<FieldDifference>('FieldDifference').implement({
  description:
    'The difference of one field between two states of an object. Secret values are replaced with placeholders.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'The path of the field, for example `spec.upstreamPort` or `labels.team`.',
    }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value before. Null if the field did not exist.',
      resolve: ({ before }) => before ?? null,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value after. Null if the field no longer exists.',
      resolve: ({ after }) => after ?? null,
    }),
  }),
})
