import { PlatformError, invalidInput, shownValue } from '../../errors.ts'
import { createAnswerReader } from '../../sealed-answers.ts'
import { checkReason } from '../arguments.ts'
import { builder } from '../builder.ts'
import { askedObject } from '../cluster-queries.ts'
import { implementKind } from '../kind-type.ts'
import type { AppliedType } from '../store.ts'

const AppliedTypeRef = builder.objectRef<AppliedType>('AppliedType').implement({
  description: 'A kind of resource that objects have in a cluster.',
  fields: (t) => ({
    group: t.exposeString('group', { description: 'API group; empty for the core group.' }),
    version: t.exposeString('version', { description: 'API version.' }),
    kind: t.exposeString('kind', { description: 'Kind.' }),
  }),
})

implementKind('KubernetesRuntimeDefinition')

implementKind('KubernetesRuntimeInstance', (t) => ({
  kubeconfig: t.string({
    nullable: true,
    deprecationReason: 'Use `issueKubeconfig`: what is stored is never read back.',
    description: 'Nothing: what is stored is never read back (UNSUPPORTED).',
    resolve: () => {
      const message =
        'kubeconfigs that are stored are never read back; upgrade qleetctl, or use issueKubeconfig, which makes one for you'
      throw new PlatformError('UNSUPPORTED', message)
    },
  }),
  appliedTypes: t.field({
    type: [AppliedTypeRef],
    description: 'The kinds of resources that objects have in the cluster: what is worth watching there.',
    resolve: ({ id }, _, { store }) => store.appliedTypes(id),
  }),
}))

interface Issued {
  kubeconfig: string
  expiresAt: Date
}

const IssuedType = builder.objectRef<Issued>('IssuedKubeconfig').implement({
  description: 'A kubeconfig that was made for who asked.',
  fields: (t) => ({
    kubeconfig: t.exposeString('kubeconfig', { description: 'The kubeconfig, with a token inside.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Until when the cluster takes the token.',
    }),
  }),
})

/** Seconds. Kubernetes gives out no token for less than ten minutes; a year is for a cluster on a laptop. */
const lifetimes = { least: 600, most: 366 * 86_400, usual: 86_400 }

builder.mutationField('issueKubeconfig', (t) =>
  t.field({
    type: IssuedType,
    nullable: true,
    authScopes: { verb: 'operate' },
    // Its answer is a secret, so nothing keeps it for whoever comes with the key again.
    extensions: { keepsNoAnswer: true },
    description:
      'Makes a token for a cluster, of a service account that may do everything there (`qleet-access` in `kube-system`), and ' +
      'returns a kubeconfig with it. The credentials by which QleetOS itself reaches the cluster are never given out. Each ' +
      'use is an event of the runtime. Null until the cluster is there; UNAVAILABLE when no worker or the cluster does not answer.',
    args: {
      name: t.arg.string({ required: true, description: 'Name of the KubernetesRuntimeInstance.' }),
      project: t.arg.string({ description: 'Its project. Default: `default`.' }),
      seconds: t.arg.int({
        description: `For how long, from ${lifetimes.least} to ${lifetimes.most}. Default: ${lifetimes.usual}.`,
      }),
      reason: t.arg.string({ description: 'Why, for the event.' }),
    },
    resolve: async (_, { name, project, seconds, reason }, context) => {
      const target = { kind: 'KubernetesRuntimeInstance', name, project }
      const desired = seconds ?? lifetimes.usual
      if (desired < lifetimes.least || desired > lifetimes.most) {
        const message = `must be between ${lifetimes.least} and ${lifetimes.most}`
        throw invalidInput([{ path: 'seconds', message, value: shownValue(desired) }])
      }
      checkReason(reason)
      const { id, secretOutputs } = await askedObject(context, target)
      if (secretOutputs === null) return null
      const why = reason == null ? '' : `: ${reason}`
      const until = new Date(Date.now() + desired * 1000).toISOString()
      // Written down before, so that nothing is given out unseen.
      const note = `${context.actor.name} was given access to the cluster until ${until}${why}`
      await context.store.recordEvent(id, { type: 'Normal', reason: 'AccessIssued', note })
      const reader = createAnswerReader()
      const { publicKey } = reader
      const answers = context.askWorkers({
        about: 'access',
        objectId: String(id),
        seconds: desired,
        publicKey,
      })
      for await (const { sealed, expiresAt } of answers)
        return { kubeconfig: reader.open(sealed), expiresAt: new Date(expiresAt) }
      throw new PlatformError('UNAVAILABLE', 'the worker that was asked gave no answer; ask again')
    },
  }),
)
