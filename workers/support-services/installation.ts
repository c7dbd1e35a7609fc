import { stringify } from 'yaml'
import { defined } from '../../schema/defined.ts'
import { runsNothing } from '../../schema/runtimes.ts'
import { defaultProject, parseQualifiedName, supportServiceLabel } from '../../schema/names.ts'
import type { ChartedService } from '../../schema/support-services.ts'
import { shortName } from '../../schema/short-name.ts'
import { mergeValues, type Values } from '../../schema/values-document.ts'
import { privilegedNamespace } from '../resources/namespace.ts'
import type { OwnerClaim } from '../engine/reconciler.ts'
import type { OwnedDocumentInput } from '../generated/documents.ts'
import type { ClaimedPlace, SupportServiceData } from './catalogue/support-service-data.ts'
import { standInOf } from './stand-in-manifests.ts'

/** A support service of a runtime, as it is to be installed. */
export interface Installation {
  /** The name of the support service, and of the objects that it owns. */
  name: string
  project: string
  service: ChartedService
  data: SupportServiceData
  /** The runtime, as a qualified name. */
  runtime: string
  /** The provider of the runtime. */
  provider: string
  /** The version of the chart. */
  version: string
  releaseName: string
  /** Set if the cluster serves the kind that some values depend on. @default false */
  servesKind?: boolean
  /** Values that a profile decided, merged over those of the catalogue. */
  profileValues: Values
  /** Values of the runtime, merged over both. */
  valuesDocument: string | undefined
  /** The identity of the service among those of all clusters and control planes. */
  identity: string
  /** The claims of the objects that need the service. */
  claims: readonly OwnerClaim[]
}

/** Returns the source of the service: a stand-in in runtimes where no container runs, and its chart elsewhere. */
export function sourceOf({ provider, service }: Installation): 'standIn' | 'chart' {
  return runsNothing(provider) && standInOf(service) !== undefined ? 'standIn' : 'chart'
}

/** Returns the objects that run the service. */
export function serviceDocuments(installation: Installation): OwnedDocumentInput[] {
  if (sourceOf(installation) === 'chart') return chartDocuments(installation)
  const { data, claims, service, name } = installation
  const claimed = data.claimed?.manifests(claims, placeOf(installation)) ?? []
  return workloadDocuments(installation, name, [standInOf(service) ?? '', ...claimed.map(yaml)].join('---\n'))
}

function placeOf({ runtime }: Installation): ClaimedPlace {
  return { runtime: parseQualifiedName(runtime, defaultProject).name }
}

/** Returns the objects that run once the service works, and that are removed before it. */
export function extraDocuments(installation: Installation): OwnedDocumentInput[] {
  const { name, data } = installation
  const { extras = [] } = data
  if (extras.length === 0) return []
  return workloadDocuments(installation, shortName(`${name}-extras`), extras.map(yaml).join('---\n'))
}

function chartDocuments(installation: Installation): OwnedDocumentInput[] {
  const { name, data, provider, version, profileValues, valuesDocument, identity, claims } = installation
  const { servesKind = false } = installation
  const { chart, namespace, values, valuesByProvider = {}, valuesIfServed, claimed } = data
  const metadata = metadataOf(installation, name)
  // A digest belongs to one version.
  const digest = version === chart.version && chart.digest !== undefined ? { digest: chart.digest } : {}
  return [
    {
      kind: 'HelmWorkloadDefinition',
      ...metadata,
      spec: {
        repo: chart.repo,
        chart: chart.name,
        chartVersion: version,
        ...digest,
        valuesDocument: yaml({
          ...mergeValues(
            values,
            valuesByProvider[provider] ?? {},
            servesKind ? (valuesIfServed?.values ?? {}) : {},
            claimed?.values(claims, placeOf(installation)) ?? {},
            profileValues,
          ),
          ...(data.identityValue === undefined ? {} : { [data.identityValue]: identity }),
        }),
      },
    },
    {
      kind: 'HelmWorkloadInstance',
      ...metadata,
      spec: {
        definition: name,
        runtime: installation.runtime,
        releaseNamespace: namespace,
        releaseName: installation.releaseName,
        crdRemoval: 'whenUnused',
        ...(data.guard === undefined ? {} : { guard: data.guard }),
        ...(data.readsNodes === true ? { additionalResources: yaml(privilegedNamespace(namespace)) } : {}),
        ...defined({ valuesDocument }),
      },
    },
  ]
}

function workloadDocuments(
  installation: Installation,
  name: string,
  yamlDocument: string,
): OwnedDocumentInput[] {
  const metadata = metadataOf(installation, name)
  const { runtime, data } = installation
  return [
    { kind: 'WorkloadDefinition', ...metadata, spec: { yamlDocument } },
    {
      kind: 'WorkloadInstance',
      ...metadata,
      spec: { definition: name, runtime, namespace: data.namespace, crdRemoval: 'whenUnused' },
    },
  ]
}

function metadataOf({ project, service }: Installation, name: string) {
  return { name, project, labels: { [supportServiceLabel]: service }, field: 'spec.service' }
}

function yaml(value: object): string {
  return stringify(value, { aliasDuplicateObjects: false })
}
