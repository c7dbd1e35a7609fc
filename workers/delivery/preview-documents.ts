import { z } from 'zod'
import type { DeliveredImage } from '../../schema/delivery/images.ts'
import type { PreviewSeed, PreviewSettings } from '../../schema/delivery/previews.ts'
import { Dependency, maxDependencies } from '../../schema/dependencies/declaration.ts'
import { defined } from '../../schema/defined.ts'
import { hostLabel } from '../../schema/host-name.ts'
import { parseManifests } from '../../schema/manifests.ts'
import type { Preview } from '../../schema/kinds/preview.ts'
import type { Overrides } from '../../schema/overrides.ts'
import type { ParameterValue } from '../../schema/parameters.ts'
import type { OwnedDocumentInput } from '../generated/documents.ts'
import { jobName, jobOf } from './seed-job.ts'

/*
 * The objects of a preview: a copy of the definition of its application, with host names and dependencies of its own, and
 * an instance of it.
 */

export const OpenedDefinition = z.looseObject({
  yamlDocument: z.string(),
  source: z.unknown().optional(),
  dependencies: z.array(Dependency).max(maxDependencies).optional(),
})
export type OpenedDefinition = z.infer<typeof OpenedDefinition>

/** A preview, as far as its objects are concerned. */
export interface PreviewedObject {
  name: string
  project: string
  spec: z.infer<(typeof Preview)['spec']>
  settings: PreviewSettings
}

/** A run of the job with the data. */
export interface SeedRun {
  seed: PreviewSeed
  runId: string
}

/**
 * Returns why a definition cannot be previewed: a namespace that it names would be that of an environment as well. Undefined if it
 * can.
 */
export function namespaceProblem({ yamlDocument }: OpenedDefinition): string | undefined {
  const { manifests } = parseManifests(yamlDocument)
  const found = manifests.find(
    ({ apiVersion, kind, metadata }) =>
      (apiVersion === 'v1' && kind === 'Namespace') || metadata.namespace !== undefined,
  )
  if (found === undefined) return undefined
  const { kind, metadata } = found
  const namespace = kind === 'Namespace' ? metadata.name : metadata.namespace
  return (
    `The definition names the namespace ${namespace} (${kind} ${metadata.name}), which a preview would share. ` +
    'Remove it from the definition: each instance gets a namespace of its own.'
  )
}

/** Returns the documents of the objects that a preview owns. */
export function previewDocuments(
  preview: PreviewedObject,
  {
    definition,
    images,
    run,
    isAsleep,
  }: {
    definition: OpenedDefinition
    images: readonly DeliveredImage[]
    run: SeedRun | undefined
    isAsleep: boolean
  },
): OwnedDocumentInput[] {
  return [definitionDocument(preview, definition, run), instanceDocument(preview, { images, isAsleep })]
}

function definitionDocument(
  { name, project, settings }: PreviewedObject,
  opened: OpenedDefinition,
  run: SeedRun | undefined,
): OwnedDocumentInput {
  const { source: _, dependencies = [], yamlDocument, ...rest } = opened
  const gateways = dependencies.filter(({ kind }) => kind === 'Gateway')
  const own = dependencies.map((each) => {
    const isOnly = gateways.length === 1
    return withSeedVariables(ownDependency(each, settings, isOnly ? name : `${name}-${each.name}`), run)
  })
  return {
    kind: 'WorkloadDefinition',
    name,
    project,
    spec: {
      ...rest,
      yamlDocument:
        run === undefined
          ? yamlDocument
          : `${yamlDocument}\n---\n${JSON.stringify(jobOf(run.seed, run.runId))}\n`,
      ...(own.length === 0 ? {} : { dependencies: own }),
    },
    field: 'spec.application',
  }
}

/** Returns a dependency that is not shared; a gateway with a host name of its own. Existing objects stay as they are. */
function ownDependency(declared: Dependency, { domain }: PreviewSettings, host: string): Dependency {
  const { shared: _, ...dependency } = declared
  const { kind, spec, definition, instance } = dependency
  if (kind !== 'Gateway' || definition !== undefined || instance !== undefined) return dependency
  const label = hostLabel(host)
  if (domain !== undefined) {
    const { domainName: __, subDomain: ___, ...ports } = spec ?? {}
    return { ...dependency, spec: { ...ports, domain: `${label}.${domain}` } }
  }
  return spec?.['domainName'] === undefined
    ? dependency
    : { ...dependency, spec: { ...spec, subDomain: label } }
}

/** Returns a dependency that gives the job with the data the variables that it gives to single workloads. */
function withSeedVariables(dependency: Dependency, run: SeedRun | undefined): Dependency {
  const { inject = [] } = dependency
  if (run === undefined) return dependency
  const workload = jobName(run.runId)
  const given = inject
    .filter((each) => each.workload !== undefined || each.container !== undefined)
    .map((each) => {
      const { container: _, ...variables } = each
      return { ...variables, workload }
    })
  // More are refused.
  return given.length === 0 ? dependency : { ...dependency, inject: [...inject, ...given].slice(0, 20) }
}

function instanceDocument(
  preview: PreviewedObject,
  { images, isAsleep }: { images: readonly DeliveredImage[]; isAsleep: boolean },
): OwnedDocumentInput {
  const { name, project, spec, settings } = preview
  const parameters = { ...filledIn(preview, settings.parameters), ...spec.parameters }
  const overrides = withImages(spec.overrides ?? settings.overrides, images)
  return {
    kind: 'WorkloadInstance',
    name,
    project,
    spec: {
      definition: name,
      overrides,
      ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
      ...(isAsleep ? { asleep: true } : {}),
      ...defined({ runtime: spec.runtime ?? settings.runtime, tier: settings.tier }),
      // What it has is disposable.
      guard: 'off',
    },
    field: 'spec.images',
  }
}

function withImages(overrides: Overrides | undefined, images: readonly DeliveredImage[]): Overrides {
  const delivered = new Set(images.map(({ name }) => name))
  const others = overrides?.images?.filter(({ name }) => !delivered.has(name)) ?? []
  return { ...overrides, images: [...others, ...images.map(({ name, digest }) => ({ name, digest }))] }
}

function filledIn(
  { name, spec: { pullRequest } }: PreviewedObject,
  parameters: Readonly<Record<string, ParameterValue>> = {},
): Record<string, ParameterValue> {
  return Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? value.replaceAll('{pullRequest}', String(pullRequest)).replaceAll('{name}', name)
        : value,
    ]),
  )
}
