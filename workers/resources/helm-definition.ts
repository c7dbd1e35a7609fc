import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Dependency } from '../../schema/dependencies/declaration.ts'
import { parseManifests } from '../../schema/manifests.ts'
import { parseValues } from '../../schema/values-document.ts'
import type { ChartInputs, OpenedHelmDefinition } from '../charts/chart-inputs.ts'
import type { ResolvedChart } from '../charts/charts.ts'
import type { ChartSource } from '../charts/chart-source.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { ReconcilerCaches } from '../environment.ts'
import { openDefinition } from './open-definition.ts'
import { assertOpened } from './opened-manifests.ts'

/** The fields of a definition or an instance, with their secrets. */
const Inputs = z.object({
  valuesDocument: z.string().optional(),
  secretValuesDocument: z.string().optional(),
  additionalResources: z.string().optional(),
})

const Definition = Inputs.extend({
  repo: z.string(),
  chart: z.string(),
  chartVersion: z.string().optional(),
  digest: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  dependencies: z.array(Dependency).default([]),
})

/** Returns the source of the chart that a definition names, without its secrets. */
export function sourceOf(spec: unknown): ChartSource {
  const { repo, chart, chartVersion: version, digest } = Definition.parse(spec)
  return { repo, chart, version, digest }
}

/** Returns a digest of a source, by which a change of it is found. */
export function sourceKey(source: ChartSource): string {
  return createHash('sha256').update(JSON.stringify(source)).digest('hex')
}

/** Returns the chart that the reconciler of a definition has found for a source, as it is in its state. */
export function recordedChart(
  source: ChartSource,
  state: Readonly<Record<string, unknown>>,
): ResolvedChart | undefined {
  const { url, chart, chartVersion, appVersion, digest } = state
  if (state['source'] !== sourceKey(source)) return undefined
  if (typeof chartVersion !== 'string' || typeof digest !== 'string') return undefined
  return { url: String(url), chart: String(chart), chartVersion, appVersion: String(appVersion), digest }
}

/** Returns a name that Helm accepts for a release: a DNS label of at most 53 characters. */
export function releaseNameOf(name: string): string {
  const label = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .slice(0, 53)
    .replaceAll(/^-+|-+$/g, '')
  return label === '' ? 'release' : label
}

/** Reads the inputs in a spec whose secrets are opened. */
export function inputsOf(spec: unknown): ChartInputs {
  const inputs = inputsWithPlaceholders(spec)
  assertOpened(inputs.additional)
  return inputs
}

/** Reads the inputs in a spec whose Secrets may have placeholders in place of their values. */
export function inputsWithPlaceholders(spec: unknown): ChartInputs {
  const { valuesDocument, secretValuesDocument, additionalResources } = Inputs.parse(spec)
  const { manifests } = parseManifests(additionalResources ?? '')
  return {
    values: parseValues(valuesDocument),
    secretValues: parseValues(secretValuesDocument),
    additional: manifests,
  }
}

/** Returns the definition of an instance, from the cache if it has not changed. */
export async function openedDefinition(
  context: ReconcileContext,
  { id, generation }: { id: string; generation: number },
  { helmDefinitions }: ReconcilerCaches,
): Promise<OpenedHelmDefinition> {
  const cached = helmDefinitions.get(`${id}/${generation}`)
  if (cached !== undefined) return cached
  const { generation: current, spec } = await openDefinition(context)
  const { username, password, dependencies } = Definition.parse(spec)
  const opened = {
    ...inputsOf(spec),
    source: sourceOf(spec),
    credentials: { username, password },
    dependencies,
  }
  helmDefinitions.set(`${id}/${current}`, opened)
  return opened
}
