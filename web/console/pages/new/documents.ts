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
  const stored = existing?.manifest.metadata
  const { name, project, labels, annotations } = isMap(metadata) ? metadata : {}
  return {
    kind: String(kind),
    name: typeof name === 'string' ? name : '',
    ...(typeof project === 'string' ? { project } : {}),
    ...mapOf('labels', labels, stored?.labels),
    ...mapOf('annotations', annotations, stored?.annotations),
    spec: spec ?? {},
    ...(existing === undefined ? {} : { expectedVersion: existing.version }),
  }
}

/** Returns labels or annotations. Without any in the text, those of the stored object are removed; the API would keep them. */
function mapOf<Name extends string>(
  name: Name,
  written: unknown,
  stored: Readonly<Record<string, string>> = {},
): Partial<Record<Name, Record<string, string>>> {
  const isRemoved = Object.keys(stored).length > 0
  const map = isMap(written) ? written : isRemoved ? {} : undefined
  // The server names the values that are no texts.
  return (map === undefined ? {} : { [name]: map }) as Partial<Record<Name, Record<string, string>>>
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
