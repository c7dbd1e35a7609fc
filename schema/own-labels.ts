/* Labels that QleetOS sets. Without the checks of names.ts, since pages load them. */

/**
 * The label of objects that reconcilers manage as support services, such as the forward proxy of a runtime. Its value
 * is the service.
 */
export const supportServiceLabel = 'qleet.io/support-service'

/** The label of a runtime that was made on demand, and of its definition. Its value is the name of the profile. */
export const profileLabel = 'qleet.io/profile'

/** The label of objects that an application owns, and of its binding Secrets. Its value is the name of the dependency. */
export const dependencyLabel = 'qleet.io/dependency'

/** The prefix of labels with the IDs of objects that only clients of the legacy API refer to, by the names of its fields. */
export const keptReferencePrefix = 'rest.qleet.io/'

/** The label of objects that ship with QleetOS. Its value is `true`. */
export const builtInLabel = 'qleet.io/built-in'

/** The kinds of objects that may ship with QleetOS. */
export const builtInKinds: ReadonlySet<string> = new Set(['Profile', 'Tier'])
