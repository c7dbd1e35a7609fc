import { createHash } from 'node:crypto'
import { shortName } from '../../schema/short-name.ts'

/* Names of objects that follow from what they are about, so that a repeated command finds the object of the first. */

/** Returns the name of a delivery. Its parts differ in form, so builds of different applications never share a name. */
export function deliveryName({
  application,
  build,
  attempt = 1,
  source,
}: {
  application: string
  build: number
  attempt?: number | undefined
  source?: string | undefined
}): string {
  const repeated = attempt === 1 ? '' : `-a${attempt}`
  const origin =
    source === undefined ? '' : `-s${createHash('sha256').update(source).digest('hex').slice(0, 8)}`
  return shortName(`${application}-${build}${repeated}${origin}`)
}

/** Returns the name of a promotion: the first one that is free, since a revision can be promoted again after another. */
export function promotionName(
  { application, environment, revision }: { application: string; environment: string; revision: number },
  taken: ReadonlySet<string>,
): string {
  const base = `${application}-${environment}-r${revision}`
  for (let count = 1; ; count += 1) {
    const name = shortName(count === 1 ? base : `${base}-${count}`)
    if (!taken.has(name)) return name
  }
}

/** Returns the name of a decision about a rollout. */
export function decisionName({
  application,
  environment,
  attempt,
  action,
  revision,
  jobs = [],
}: {
  application: string
  environment: string
  attempt: number
  action: string
  /** The number of the revision, if it is not the one of the rollout. */
  revision?: number | undefined
  jobs?: readonly string[] | undefined
}): string {
  const named = revision === undefined ? [] : [`r${revision}`]
  return shortName([application, environment, String(attempt), action, ...named, ...jobs].join('-'))
}

/** Returns the name of a hold on one or all environments of an application. */
export function holdName(application: string, environment: string | undefined): string {
  return shortName(environment === undefined ? application : `${application}-${environment}`)
}
