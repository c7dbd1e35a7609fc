import { PlatformError, invalidInput, shownValue } from '../../errors.ts'
import { createResponseReader } from '../../sealed-responses.ts'
import { AbandonedResourceType } from '../abandoned-resources.ts'
import { checkReason } from '../arguments.ts'
import { builder } from '../builder.ts'
import { findTarget, ResourceNodeType } from '../cluster-queries.ts'
import type { RequestContext } from '../context.ts'
import { implementKind, kindType } from '../kind-type.ts'
import { AppliedResourceType } from '../object-entries.ts'
import { ObjectReferenceInput } from '../references.ts'
import { mutationOptions, payloadType } from '../writes.ts'

implementKind('KubernetesRuntimeDefinition')

implementKind('KubernetesRuntimeInstance')

const runtimeKind = 'KubernetesRuntimeInstance'

builder.objectField(AppliedResourceType, 'runtime', (t) =>
  t.field({
    type: kindType(runtimeKind),
    nullable: true,
    description: 'The cluster that the resource is in.',
    resolve: async ({ runtimeId }, _, { loaders }) => (await loaders.byId.load(runtimeId)) ?? null,
  }),
)

builder.objectField(AbandonedResourceType, 'runtime', (t) =>
  t.field({
    type: kindType(runtimeKind),
    nullable: true,
    description:
      'The cluster that the resource is in. Null if it has been deleted, and for an external resource.',
    resolve: async ({ runtimeId }, _, { loaders }) =>
      runtimeId === null ? null : ((await loaders.byId.load(runtimeId)) ?? null),
  }),
)

builder.objectField(ResourceNodeType, 'runtime', (t) =>
  t.field({
    type: kindType(runtimeKind),
    nullable: true,
    description: 'The cluster that the resource is in.',
    resolve: async ({ runtimeId }, _, { loaders }) => (await loaders.byId.load(BigInt(runtimeId))) ?? null,
  }),
)

interface IssuedKubeconfig {
  kubeconfig: string
  expiresAt: Date
}

const IssuedType = builder.objectRef<IssuedKubeconfig>('IssuedKubeconfig').implement({
  description: 'A kubeconfig that was issued to the client.',
  fields: (t) => ({
    kubeconfig: t.exposeString('kubeconfig', { description: 'The kubeconfig, which contains a token.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'The time at which the token expires.',
    }),
  }),
})

/**
 * Lifetimes of tokens in seconds. Kubernetes issues no token for less than ten minutes; a year suits a cluster on a
 * laptop.
 */
const lifetimes = { min: 600, max: 366 * 86_400, default: 86_400 }

const IssueInput = builder.inputType('IssueKubeconfigInput', {
  description: 'Specifies the kubeconfig to issue.',
  fields: (t) => ({
    runtime: t.field({
      type: ObjectReferenceInput,
      required: true,
      description: 'The KubernetesRuntimeInstance.',
    }),
    seconds: t.int({
      defaultValue: lifetimes.default,
      description: `The lifetime of the token in seconds, from ${lifetimes.min} to ${lifetimes.max}.`,
    }),
    reason: t.string({ description: 'The reason, recorded in the event.' }),
  }),
})

builder.mutationField('issueKubeconfig', (t) => {
  const { extensions, ...options } = mutationOptions(
    'operate',
    'Issues a kubeconfig for a cluster, with a token of the service account `qleet-access` in ' +
      '`kube-system`, which has full access to the cluster. The credentials that QleetOS itself uses are ' +
      'never returned. Each use is recorded as an event of the KubernetesRuntimeInstance. Fails with ' +
      '`UNAVAILABLE` if no worker or the cluster does not respond.',
  )
  return t.field({
    type: payloadType<IssuedKubeconfig | null>('IssueKubeconfigPayload', {
      description: 'The result of `issueKubeconfig`.',
      writes: false,
      fields: (fields) => ({
        issued: fields.field({
          type: IssuedType,
          nullable: true,
          description: 'The kubeconfig. Null until the cluster exists, and if the mutation was refused.',
          resolve: ({ result }) => result ?? null,
        }),
      }),
    }),
    ...options,
    // The response is a secret, so it must not be stored for repetitions with the same idempotency key.
    extensions: { ...extensions, storesNoResponse: true },
    args: {
      input: t.arg({ type: IssueInput, required: true, description: 'The cluster and the lifetime.' }),
    },
    resolve: async (_, { input }, context) => ({ result: await issue(input, context) }),
  })
})

async function issue(
  { runtime, seconds, reason }: typeof IssueInput.$inferInput,
  context: RequestContext,
): Promise<IssuedKubeconfig | null> {
  const lifetime = seconds ?? lifetimes.default
  if (lifetime < lifetimes.min || lifetime > lifetimes.max) {
    const message = `must be between ${lifetimes.min} and ${lifetimes.max}`
    throw invalidInput([{ path: 'seconds', code: 'OUT_OF_RANGE', message, value: shownValue(lifetime) }])
  }
  checkReason(reason, 'reason')
  const { id, secretOutputs } = await findTarget(context, runtime, { path: 'runtime', kind: runtimeKind })
  if (secretOutputs === null) return null
  const suffix = reason == null ? '' : `: ${reason}`
  const until = new Date(Date.now() + lifetime * 1000).toISOString()
  // Recorded first, so that no kubeconfig is ever issued without an event.
  const note = `${context.actor.name} was granted access to the cluster until ${until}${suffix}`
  await context.store.recordEvent(id, { type: 'Normal', reason: 'AccessIssued', note })
  const reader = createResponseReader()
  const { publicKey } = reader
  const results = context.queryWorkers({
    about: 'access',
    objectId: String(id),
    seconds: lifetime,
    publicKey,
  })
  for await (const { sealed, expiresAt } of results)
    return { kubeconfig: reader.open(sealed), expiresAt: new Date(expiresAt) }
  throw new PlatformError('UNAVAILABLE', 'the worker returned no kubeconfig; try again')
}
