import { stringify } from 'yaml'
import { defined } from '../../schema/defined.ts'
import type { Manifest } from '../../schema/manifests.ts'
import { supportServiceLabel } from '../../schema/names.ts'
import type { ReconcilerState } from '../../schema/reconciler-state.ts'
import { spread } from '../../schema/retry.ts'
import { shortName } from '../../schema/short-name.ts'
import { mergeValues, parseValues, type Values } from '../../schema/values-document.ts'
import { done, requeueAfter, type Outcome } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { OwnedDocumentInput, RuntimeForReconcileFragment } from '../generated/documents.ts'
import type { KubeObject } from '../kube/client/client.ts'
import { labels } from '../kube/client/owner.ts'
import { privilegedNamespace } from '../resources/namespace.ts'
import { missingProof, type Inspected } from '../support-services/proofs.ts'
import { urlOf, type Program } from './program.ts'

/** A program as it is to be installed in a runtime. */
export interface DesiredInstallation {
  program: Program
  runtime: RuntimeForReconcileFragment
  /** The version of the chart. */
  version: string
  /** The values of QleetOS. */
  values: Values
  /** Values that users set, the later taking precedence: those of the definition and of the instance. */
  documents: readonly (string | undefined)[]
  /** Resources besides those of the chart. */
  additional: readonly Manifest[]
  /** What a simulated runtime runs instead of the chart. */
  standIn: readonly Manifest[]
  /** Further objects that the reconciled object owns. @default none */
  others?: readonly OwnedDocumentInput[]
  guard: 'on' | 'off' | undefined
}

/** The interval in milliseconds at which an installation that works is checked; changes of its resources trigger it at once. */
const recheckInterval = 10 * 60_000
/** The same for one that has just been installed. */
const proofInterval = 3000

/**
 * Returns the version to install: the one that is set, or else the one of the first installation, so that an upgrade of QleetOS
 * changes nothing by itself.
 */
export function versionOf(
  { state, updateState }: ReconcileContext,
  { chart }: Program,
  given: string | undefined,
): string {
  const recorded: ReconcilerState[string] | undefined = state['version']
  const version = given ?? (typeof recorded === 'string' ? recorded : chart.version)
  if (given === undefined) updateState({ version })
  return version
}

/** Reports whether an object of a cluster was installed by this control plane. */
export function isOfControlPlane({ owner }: ReconcileContext): (object: KubeObject) => boolean {
  return ({ metadata }) => metadata.labels?.[labels.controlPlane] === owner.controlPlane
}

/**
 * Installs a program, once in its runtime: the objects that install it have names by the runtime, and are shared by all that use
 * it there. Resolves with the outcome, whose outputs are those of the installation.
 */
export async function reconcileInstallation(
  context: ReconcileContext,
  inspected: Inspected,
  desired: DesiredInstallation,
): Promise<Outcome> {
  const { program, runtime, version, others = [] } = desired
  const owned = await reconcileOwned(context, [...installationDocuments(desired), ...others])
  if ('outcome' in owned) return owned
  const isChart = !isSimulated(runtime)
  const outputs = {
    ...addressOf(program),
    ...(isChart ? versionsOf(program, owned.objects[1]?.status.outputs) : {}),
  }
  const known = { providedBy: isChart ? 'chart' : 'standIn', ...outputs }
  const waiting = unreadyOwned(owned)
  if (waiting !== undefined) return { ...waiting, outputs: known }
  const missing = isChart ? await missingProof(inspected, program.proofs) : undefined
  if (missing !== undefined) {
    const message = `Waiting until ${program.software} works: ${missing}.`
    return requeueAfter(proofInterval, { reason: 'NotWorking', message, outputs: known })
  }
  return done(isChart ? describe(program, version) : `A stand-in of ${program.software} is installed.`, {
    outputs: known,
    recheckAfter: spread(recheckInterval),
  })
}

function isSimulated({ outputs }: RuntimeForReconcileFragment): boolean {
  return outputs?.provider === 'SIMULATED'
}

/** Returns the outputs with the address of a program. */
function addressOf(program: Program): Record<string, unknown> {
  const { namespace, service, port } = program
  return { namespace, service, port, url: urlOf(program) }
}

/** Returns the outputs with the versions of a chart, as its instance has reported them. */
function versionsOf({ chart }: Program, outputs: unknown): Record<string, unknown> {
  // The server parsed them with the schema of the kind.
  const { chartVersion } = (outputs ?? {}) as { chartVersion?: string }
  return { available: chart.version, ...defined({ version: chartVersion }) }
}

function describe({ software, chart }: Program, version: string): string {
  const installed = `${software} is installed, version ${version} of its chart.`
  return version === chart.version
    ? installed
    : `${installed} Version ${chart.version} is available: set it in the definition.`
}

function installationDocuments(desired: DesiredInstallation): OwnedDocumentInput[] {
  const { program, runtime, additional, standIn } = desired
  const metadata = {
    name: shortName(`qleet-${program.name}-${runtime.name}`),
    project: runtime.projectName ?? 'default',
    labels: { [supportServiceLabel]: program.name },
    field: 'spec.definition',
  }
  if (!isSimulated(runtime)) return chartDocuments(desired, metadata)
  return [
    { kind: 'WorkloadDefinition', ...metadata, spec: { yamlDocument: yamlOf([...standIn, ...additional]) } },
    {
      kind: 'WorkloadInstance',
      ...metadata,
      spec: { ...instanceOf(desired, metadata), namespace: program.namespace },
    },
  ]
}

type Metadata = Omit<OwnedDocumentInput, 'kind' | 'spec'>

function chartDocuments(desired: DesiredInstallation, metadata: Metadata): OwnedDocumentInput[] {
  const { program, version, values, documents, additional } = desired
  const { repo, name } = program.chart
  const { namespace, releaseName, readsNodes = false } = program
  const resources = [...(readsNodes ? [privilegedNamespace(namespace)] : []), ...additional]
  return [
    {
      kind: 'HelmWorkloadDefinition',
      ...metadata,
      spec: {
        repo,
        chart: name,
        chartVersion: version,
        valuesDocument: stringify(mergeValues(values, ...documents.map(parseValues))),
      },
    },
    {
      kind: 'HelmWorkloadInstance',
      ...metadata,
      spec: {
        ...instanceOf(desired, metadata),
        releaseNamespace: namespace,
        releaseName,
        ...(resources.length === 0 ? {} : { additionalResources: yamlOf(resources) }),
      },
    },
  ]
}

/** Returns the fields of an instance, whatever it runs. */
function instanceOf({ runtime, guard }: DesiredInstallation, { name }: Metadata): Record<string, unknown> {
  return { definition: name, runtime: runtime.name, crdRemoval: 'whenUnused', ...defined({ guard }) }
}

function yamlOf(manifests: readonly Manifest[]): string {
  return manifests.map((manifest) => stringify(manifest, { aliasDuplicateObjects: false })).join('---\n')
}
