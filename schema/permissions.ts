/* Permissions as data: a set of rules alone determines what an actor may do. */

/**
 * The verbs of permissions: `read` objects and their resources, `audit` the change log, `write` and `delete` objects,
 * `operate` them (reconcile, confirm, issue a kubeconfig, query clusters), `forget` abandoned resources, `work` as a
 * worker, `backup` and restore all data.
 */
export const verbs = ['read', 'audit', 'write', 'delete', 'operate', 'forget', 'work', 'backup'] as const

export type Verb = (typeof verbs)[number]

/** A set of objects: those of some kinds in some projects. */
export interface Scope {
  kinds: '*' | readonly string[]
  /** Names of projects. A Project object belongs to the project that it represents. */
  projects: '*' | readonly string[]
}

/** Permits some verbs within a scope. */
export interface Rule extends Scope {
  verbs: readonly Verb[]
}

export const roles = {
  ADMIN: [
    {
      verbs: ['read', 'audit', 'write', 'delete', 'operate', 'forget', 'backup'],
      kinds: '*',
      projects: '*',
    },
  ],
  WORKER: [{ verbs: ['read', 'forget', 'work'], kinds: '*', projects: '*' }],
} as const satisfies Record<string, readonly Rule[]>
