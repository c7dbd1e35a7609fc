import { z } from 'zod'
import { OpenedDefinitionDocument } from '../generated/documents.ts'
import { Dependency } from '../../schema/dependencies/declaration.ts'
import { parseManifests } from '../../schema/manifests.ts'
import { parseValues } from '../../schema/values-document.ts'
import type { ChartInputs, OpenedHelmDefinition } from '../charts/chart-inputs.ts'
import type { ChartSource } from '../charts/chart-source.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { ReconcilerCaches } from '../environment.ts'
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

/** Reads the inputs in a spec whose secrets are opened. */
export function inputsOf(spec: unknown): ChartInputs {
  const { valuesDocument, secretValuesDocument, additionalResources } = Inputs.parse(spec)
  const { manifests } = parseManifests(additionalResources ?? '')
  assertOpened(manifests)
  return {
    values: parseValues(valuesDocument),
    secretValues: parseValues(secretValuesDocument),
    additional: manifests,
  }
}

/** Returns the definition of an instance, from the cache if it has not changed. */
export async function openedDefinition(
  { client, object, epoch }: ReconcileContext,
  { id, generation }: { id: string; generation: number },
  { helmDefinitions }: ReconcilerCaches,
): Promise<OpenedHelmDefinition> {
  const cached = helmDefinitions.get(`${id}/${generation}`)
  if (cached !== undefined) return cached
  const { result } = await client.execute(OpenedDefinitionDocument, { id: object.id, epoch })
  const { username, password, dependencies } = Definition.parse(result.spec)
  const opened = {
    ...inputsOf(result.spec),
    source: sourceOf(result.spec),
    credentials: { username, password },
    dependencies,
  }
  helmDefinitions.set(`${id}/${result.generation}`, opened)
  return opened
}
