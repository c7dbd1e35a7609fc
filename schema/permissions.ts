/*
 * Permissions as data: who may do what is a set of rules, and nothing but these rules decides it.
 */

/**
 * What may be done: `read` objects and what they have, `audit` the change log, `write` and `delete` objects, `operate` them
 * (reconcile, confirm, issue a kubeconfig, query clusters), `forget` abandoned resources, do the `work` of reconciles and
 * watches, `backup` and restore everything.
 */
export const verbs = ['read', 'audit', 'write', 'delete', 'operate', 'forget', 'work', 'backup'] as const

export type Verb = (typeof verbs)[number]

/** Objects of some kinds in some projects. */
export interface Scope {
  kinds: '*' | readonly string[]
  /** Names. A Project is in the project that it is. */
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
