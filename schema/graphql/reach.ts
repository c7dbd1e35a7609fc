import { builder } from './builder.ts'
import { ObjectKind } from './enums.ts'
import type { Reach, ReachedObject } from './store-rollouts.ts'

/* Whom edits of definitions and profiles reach. */

const ReachedObjectType = builder.objectRef<ReachedObject>('ReachedObject').implement({
  description: 'An object that edits of a definition or a profile reach.',
  subGraphs: ['clients'],
  fields: (t) => ({
    kind: t.field({ type: ObjectKind, description: 'The kind of the object.', resolve: ({ kind }) => kind }),
    project: t.exposeString('project', { nullable: true, description: 'The name of its project.' }),
    name: t.exposeString('name', { description: 'The name of the object.' }),
    wave: t.exposeInt('wave', { description: 'The wave in which it gets an edit, counted from 1.' }),
    outdated: t.exposeBoolean('isOutdated', {
      description: 'Indicates whether it does not have the present version yet.',
    }),
  }),
})

export const ReachType = builder.objectRef<Reach>('Reach').implement({
  description: 'The objects that edits of a definition or a profile reach, by the rules in its spec.',
  subGraphs: ['clients'],
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'The number of objects.' }),
    outdated: t.exposeInt('outdated', {
      description: 'The number of objects that do not have the present version yet.',
    }),
    waves: t.exposeInt('waves', {
      description:
        'The number of waves. 1 if an edit reaches all at once. 0 for a profile that moves no object by itself (`rollProfile`).',
    }),
    objects: t.field({
      type: [ReachedObjectType],
      description: 'The first 100 of them, in the order of waves.',
      resolve: ({ objects }) => objects,
    }),
  }),
})
