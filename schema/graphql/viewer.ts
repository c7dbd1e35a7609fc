import { apiVersion } from '../api-version.ts'
import { maxEntries, maxObjects } from '../limits.ts'
import { roles, verbs, type Scope, type Verb } from '../permissions.ts'
import { release } from '../release.ts'
import { builder } from './builder.ts'
import { serverFeatures, type Actor, type ServerFeature } from './context.ts'
import { ObjectKind, enumOf } from './enums.ts'

/* The client that sends the request, and the server that handles it. */

const VerbType = enumOf('PermissionVerb', verbs, {
  description: 'The verbs of permissions.',
  descriptions: [
    'Read objects and their resources.',
    'Read the change log.',
    'Create and change objects.',
    'Delete objects.',
    'Reconcile objects, confirm removals, query clusters and issue kubeconfigs.',
    'Remove entries of abandoned resources.',
    'Reconcile objects as a worker.',
    'Back up and restore all data.',
  ],
})

const RoleType = enumOf('Role', Object.keys(roles), {
  description: 'The roles of actors.',
  descriptions: ['An administrator, who may do everything but the work of workers.', 'A worker.'],
})

const PermissionScopeType = builder.objectRef<Scope>('PermissionScope').implement({
  description: 'A set of objects: those of some kinds in some projects.',
  fields: (t) => ({
    kinds: t.field({
      type: [ObjectKind],
      nullable: true,
      description: 'The kinds. Null for all kinds.',
      resolve: ({ kinds }) => (kinds === '*' ? null : [...kinds]),
    }),
    projects: t.stringList({
      nullable: true,
      description: 'The names of the projects. Null for all projects.',
      resolve: ({ projects }) => (projects === '*' ? null : [...projects]),
    }),
  }),
})

const PermissionType = builder
  .objectRef<{ verb: Verb; scopes: 'all' | readonly Scope[] }>('Permission')
  .implement({
    description: 'A permission of an actor: a verb, and the objects that it applies to.',
    fields: (t) => ({
      verb: t.field({ type: VerbType, description: 'The verb.', resolve: ({ verb }) => verb }),
      unrestricted: t.boolean({
        description: 'Indicates whether the permission applies to all objects.',
        resolve: ({ scopes }) => scopes === 'all',
      }),
      scopes: t.field({
        type: [PermissionScopeType],
        description: 'The objects that the permission applies to. Empty if it applies to all objects.',
        resolve: ({ scopes }) => (scopes === 'all' ? [] : [...scopes]),
      }),
    }),
  })

const ViewerType = builder.objectRef<Actor>('Viewer').implement({
  description: 'The actor on whose behalf the request is executed.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the actor, as recorded in the change log.' }),
    roles: t.field({
      type: [RoleType],
      description: 'The roles of the actor.',
      resolve: ({ kind }) => [kind],
    }),
    permissions: t.field({
      type: [PermissionType],
      description: 'The permissions of the actor, at most one for each verb.',
      resolve: (_, __, { scopesOf }) =>
        verbs
          .map((verb) => ({ verb, scopes: scopesOf(verb) }))
          .filter(({ scopes }) => scopes === 'all' || scopes.length > 0),
    }),
  }),
})

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    nullable: true,
    authScopes: { verb: 'read' },
    description: 'The actor to whom the token of the request belongs.',
    resolve: (_, __, { actor }) => actor,
  }),
)

const FeatureType = enumOf('ServerFeature', serverFeatures, {
  description: 'Features that clients can detect, since releases or settings of servers differ in them.',
  descriptions: [
    'Subscriptions for each kind and each object start with a snapshot.',
    'Objects have a `history`, and `rollBack` returns to earlier generations.',
    'The server executes only documents that its operator trusts.',
  ],
})

interface Limits {
  pageSize: number
  documents: number
}

const LimitsType = builder.objectRef<Limits>('ServerLimits').implement({
  description: 'Limits of requests.',
  fields: (t) => ({
    pageSize: t.exposeInt('pageSize', { description: 'The maximum number of entries of a page.' }),
    documents: t.exposeInt('documents', {
      description: 'The maximum number of objects that one mutation can apply or delete.',
    }),
  }),
})

interface ServerInfo {
  features: readonly ServerFeature[]
}

const ServerInfoType = builder.objectRef<ServerInfo>('ServerInfo').implement({
  description: 'The server that handles the request.',
  fields: (t) => ({
    version: t.string({ description: 'The release of the server.', resolve: () => release }),
    apiVersion: t.string({
      description: 'The `apiVersion` of objects in files.',
      resolve: () => apiVersion,
    }),
    features: t.field({
      type: [FeatureType],
      description: 'The features that are available.',
      resolve: ({ features }) => [...features],
    }),
    limits: t.field({
      type: LimitsType,
      description: 'Limits of requests.',
      resolve: () => ({ pageSize: maxEntries, documents: maxObjects }),
    }),
  }),
})

builder.queryField('serverInfo', (t) =>
  t.field({
    type: ServerInfoType,
    nullable: true,
    authScopes: { verb: 'read' },
    description: 'The server that handles the request.',
    resolve: (_, __, { features }) => ({ features }),
  }),
)
