import { PlatformError, invalidInput, shownValue } from '../../errors.ts'
import { createResponseReader } from '../../sealed-responses.ts'
import { checkReason } from '../arguments.ts'
import { builder } from '../builder.ts'
import { findTarget } from '../cluster-queries.ts'
import { implementKind } from '../kind-type.ts'

implementKind('KubernetesRuntimeDefinition')

implementKind('KubernetesRuntimeInstance', (t) => ({
  kubeconfig: t.string({
    nullable: true,
    deprecationReason: 'Stored kubeconfigs are never returned. Use the `issueKubeconfig` mutation instead.',
    description: 'Always fails with `UNSUPPORTED`: stored kubeconfigs are never returned.',
    resolve: () => {
      const message =
        'stored kubeconfigs are never returned; upgrade qleetctl, or use issueKubeconfig, which issues a new one'
      throw new PlatformError('UNSUPPORTED', message)
    },
  }),
}))

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

builder.mutationField('issueKubeconfig', (t) =>
  t.field({
    type: IssuedType,
    nullable: true,
    authScopes: { verb: 'operate' },
    // The response is a secret, so it must not be stored for repetitions with the same idempotency key.
    extensions: { storesNoResponse: true },
    description:
      'Issues a kubeconfig for a cluster, with a token of the service account `qleet-access` in ' +
      '`kube-system`, which has full access to the cluster. The credentials that QleetOS itself uses are ' +
      'never returned. Each use is recorded as an event of the KubernetesRuntimeInstance. Returns null ' +
      'until the cluster exists. Fails with `UNAVAILABLE` if no worker or the cluster does not respond.',
    args: {
      name: t.arg.string({ required: true, description: 'The name of the KubernetesRuntimeInstance.' }),
      project: t.arg.string({
        description: 'The name of the project of the KubernetesRuntimeInstance. Default: `default`.',
      }),
      seconds: t.arg.int({
        description: `The lifetime of the token in seconds, from ${lifetimes.min} to ${lifetimes.max}. Default: ${lifetimes.default}.`,
      }),
      reason: t.arg.string({ description: 'The reason, recorded in the event.' }),
    },
    resolve: async (_, { name, project, seconds, reason }, context) => {
      const target = { kind: 'KubernetesRuntimeInstance', name, project }
      const lifetime = seconds ?? lifetimes.default
      if (lifetime < lifetimes.min || lifetime > lifetimes.max) {
        const message = `must be between ${lifetimes.min} and ${lifetimes.max}`
        throw invalidInput([{ path: 'seconds', code: 'OUT_OF_RANGE', message, value: shownValue(lifetime) }])
      }
      checkReason(reason)
      const { id, secretOutputs } = await findTarget(context, target)
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
    },
  }),
)
