import type { AnyObject, AppliedObject, ObjectDocument, SavedPlan } from '../../../../client-sdk/index.ts'
import { client } from '../../data/session.ts'
import { isMap } from './path.ts'

/* Documents as the API takes them, and what it makes of them. */

/** Returns the parts of an object that are declared, as a file has them. */
export function declaredOf({ manifest }: AnyObject): Record<string, unknown> {
  const { apiVersion, kind, metadata, spec } = manifest
  const { name, project, labels, annotations } = metadata
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(project === undefined ? {} : { project }),
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      ...(annotations === undefined || Object.keys(annotations).length === 0 ? {} : { annotations }),
    },
    spec,
  }
}

/** Returns the document of the API for that of a file. What is not there is left to the server, which says what is missing. */
export function documentOf(value: Readonly<Record<string, unknown>>, existing?: AnyObject): ObjectDocument {
  const { kind, metadata, spec } = value
  const { name, project, labels, annotations } = isMap(metadata) ? metadata : {}
  // Without labels in the text, those of the stored object would stay.
  const isCleared = existing !== undefined && Object.keys(existing.labels).length > 0
  return {
    kind: String(kind),
    name: typeof name === 'string' ? name : '',
    ...(typeof project === 'string' ? { project } : {}),
    ...(isMap(labels) ? { labels: texts(labels) } : isCleared ? { labels: {} } : {}),
    ...(isMap(annotations) ? { annotations: texts(annotations) } : {}),
    spec: spec ?? {},
    ...(existing === undefined ? {} : { expectedVersion: existing.version }),
  }
}

/** The server names the values that are no texts. */
function texts(map: Record<string, unknown>): Record<string, string> {
  return map as Record<string, string>
}

export interface Planned {
  plan: SavedPlan
  results: readonly AppliedObject[]
}

/** Records the plan of an apply. */
export async function planApply(documents: readonly ObjectDocument[]): Promise<Planned> {
  const plans: SavedPlan[] = []
  const results = await client
    .with({ onPlan: (plan) => plans.push(plan), timeout: 60_000 })
    .apply(documents, { dryRun: true })
  const [plan] = plans
  if (plan === undefined) throw new Error('The server has recorded no plan.')
  return { plan, results }
}
