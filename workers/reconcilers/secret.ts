import { createHash } from 'node:crypto'
import { z } from 'zod'
import { PlatformError } from '../../schema/errors.ts'
import { SecretDefinition, type SecretInstance as SecretInstanceKind } from '../../schema/kinds/secret.ts'
import type { Manifest } from '../../schema/manifests.ts'
import { placeholderPattern } from '../../schema/secret-syntax.ts'
import { done, inheritedStatus, requeueAfter, waitingFor, type Outcome } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { runtimeOfAttached, type Application } from '../resources/attached.ts'
import { externalSecretOf } from '../resources/external-secret.ts'
import { reconcileResources, removeResources } from '../resources/managed-resources.ts'
import { openDefinition } from '../resources/open-definition.ts'
import { supportServiceOf } from '../support-services/require.ts'

export const SecretInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { name, manifestSpec, ...references } = objectAs(context.object, 'SecretInstance')
    const definition = referenced(references.definition)
    const application = references.workloadInstance ?? references.helmWorkloadInstance
    const located = await runtimeOfAttached(context, { runtime: references.runtime, application })
    if ('outcome' in located) return located
    const { runtime } = located
    const spec = manifestSpec as InstanceSpec
    const namespace = spec.namespace ?? application?.outputs?.namespace
    if (namespace == null) return waitForNamespace(referenced(application))
    const shown = SecretDefinition.spec.parse(definition.manifestSpec)
    const target: Target = { name: spec.secretName ?? secretNameOf(name), namespace, spec }
    const opened = shown.from === undefined ? await valuesOf(context) : undefined
    // What was read with the start would belong to other values, so the next reconcile reads it again.
    if (opened !== undefined && opened.generation !== definition.generation)
      return requeueAfter(0, { reason: 'DefinitionChanged', message: 'Its definition has just changed.' })
    const waiting = await reconcileController(context, runtime, { isNeeded: opened === undefined })
    if (waiting !== undefined) return waiting
    const manifest = opened === undefined ? externalSecretOf(target, shown) : secret(target, opened.spec)
    const digest = opened === undefined ? {} : { digest: digestOf(shown) }
    return reconcileResources(context, environment, {
      runtime,
      namespace,
      manifests: [manifest],
      // The type of a Secret is immutable.
      policy: { replace: true },
      outputs: () => ({ secretName: target.name, namespace, keys: keysOf(shown), ...digest }),
    })
  },

  remove: async (context, environment) => {
    const { runtime } = objectAs(context.object, 'SecretInstance')
    if (runtime === null) return done('Nothing is left of it.')
    return removeResources(context, environment, { runtime })
  },
}

/** Ensures the controller of ExternalSecrets, which all Secrets of the runtime share. Returns why its users have to wait. */
async function reconcileController(
  context: ReconcileContext,
  runtime: { name: string; projectName: string | null },
  { isNeeded }: { isNeeded: boolean },
): Promise<Outcome | undefined> {
  if (!isNeeded && !context.owns) return undefined
  const controller = { ...supportServiceOf('secrets', runtime), field: 'spec.definition' }
  const owned = await reconcileOwned(context, isNeeded ? [controller] : [])
  return 'outcome' in owned ? owned : unreadyOwned(owned)
}

/** The spec of an instance, which the server has validated with the schema of the kind. */
type InstanceSpec = z.infer<(typeof SecretInstanceKind)['spec']>
type DefinitionSpec = z.infer<(typeof SecretDefinition)['spec']>

/** The Secret to deliver. */
interface Target {
  name: string
  namespace: string
  spec: InstanceSpec
}

function waitForNamespace({ id, kind, name, version, status }: Application) {
  return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, 'has a namespace')
}

/** Returns the name of the Secret of an instance whose spec has none. */
function secretNameOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('_', '-')
    .replaceAll(/-*\.[-.]*/g, '.')
}

/** The values of a definition as the server stores them, which need no further validation. */
const OpenedSpec = z.object({
  data: z.record(z.string(), z.string()).default({}),
  binaryData: z.record(z.string(), z.string()).default({}),
})
type OpenedSpec = z.infer<typeof OpenedSpec>

/** Reads the definition with the values of its secrets. Throws UNSUPPORTED if the server returns placeholders. */
async function valuesOf(context: ReconcileContext) {
  const { generation, spec: opened } = await openDefinition(context)
  const spec = OpenedSpec.parse(opened)
  const values = [...Object.values(spec.data), ...Object.values(spec.binaryData)]
  if (values.some((value) => placeholderPattern.test(value)))
    throw new PlatformError('UNSUPPORTED', 'the server returned placeholders of secrets; upgrade the servers')
  return { generation, spec }
}

function secret({ name, namespace, spec }: Target, { data, binaryData }: OpenedSpec): Manifest {
  const encoded = Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString('base64')])
  const packed = Object.entries(binaryData).map(([key, text]) => [key, text.replaceAll(/\s/g, '')])
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace },
    type: spec.type,
    data: Object.fromEntries([...encoded, ...packed]) as Record<string, string>,
  }
}

function keysOf({ data, binaryData, from }: DefinitionSpec): string[] {
  return Object.keys({ ...data, ...binaryData, ...from }).toSorted()
}

/**
 * Returns a digest of the values of a definition. It is computed from their placeholders, which are keyed digests and stay
 * with a value when the encryption key is replaced: that restarts no pods.
 */
function digestOf({ data, binaryData }: DefinitionSpec): string {
  const placeholders = Object.entries({ ...data, ...binaryData }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return createHash('sha256').update(JSON.stringify(placeholders)).digest('hex').slice(0, 32)
}
