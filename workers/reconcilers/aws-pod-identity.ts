import type { z } from 'zod'
import type { AwsPodIdentity as Kind } from '../../schema/kinds/aws-pod-identity.ts'
import { spread } from '../../schema/retry.ts'
import { PodIdentityParameters } from '../aws/bucket-access.ts'
import { bucketStatements } from '../aws/bucket-policy.ts'
import { ensureAssociation, podIdentityCalls, podTrust } from '../aws/eks/pod-identity.ts'
import { inAccount, removeFromAccount } from '../aws/reconcile.ts'
import { ensureRole, roleCalls } from '../aws/role.ts'
import { done } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { unready } from '../resources/runtime-access.ts'
import { uniqueName } from '../resources/unique-name.ts'

/** The interval in milliseconds at which role and association are compared with those of AWS. */
const recheckInterval = 10 * 60_000

/** Reconciles a role of IAM that reaches what its owners claim, and its association with a service account. */
export const AwsPodIdentity: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { account, runtime, spec } = partsOf(context)
    const notReady = unready(runtime)
    if (notReady !== undefined) return notReady
    return inAccount(context, { account, environment }, async (access) => {
      const { clusterName, network } = runtime.outputs ?? {}
      if (clusterName == null || network == null)
        throw new Error(`runtime ${runtime.name} is no cluster of EKS`)
      const { namespace, serviceAccount } = spec
      const statements = context.claims.flatMap(({ parameters }) =>
        bucketStatements(PodIdentityParameters.parse(parameters).bucketArn),
      )
      const recorded = context.external.find(({ type }) => type === 'role')
      const name = recorded?.name ?? uniqueName(`${namespace}-${serviceAccount}`, context.owner)
      const roleArn = await ensureRole(context, access, { name, order: 0, trust: podTrust, statements })
      const { accountId } = access
      const place = { accountId, region: network.region, cluster: clusterName, namespace, serviceAccount }
      await ensureAssociation(context, access, { ...place, roleArn })
      const message = `Pods of service account ${serviceAccount} in namespace ${namespace} have role ${name}.`
      return done(message, {
        outputs: { roleArn, cluster: clusterName },
        recheckAfter: spread(recheckInterval),
      })
    })
  },

  remove: (context, environment) => {
    const { account } = partsOf(context)
    return removeFromAccount(context, {
      account,
      environment,
      isGuarded: false,
      callsFor: async (access, { type, region }) =>
        type === 'role'
          ? roleCalls(await access.in(access.defaultRegion).iam())
          : podIdentityCalls(await access.in(region).eks()),
    })
  },
}

function partsOf({ object }: ReconcileContext) {
  const { awsAccount, runtime } = objectAs(object, 'AwsPodIdentity')
  return {
    account: referenced(awsAccount),
    runtime: referenced(runtime),
    // The server has validated the spec with the schema of the kind.
    spec: object.manifestSpec as z.infer<(typeof Kind)['spec']>,
  }
}
