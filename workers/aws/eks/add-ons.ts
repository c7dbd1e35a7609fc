import type { Addon, EKS } from '@aws-sdk/client-eks'
import { event } from '../../../schema/status.ts'
import type { ReconcileContext } from '../../engine/reconciler.ts'
import { AwsPending, isAwsError } from '../errors.ts'
import { roleIsPending } from './cluster.ts'

/*
 * The software in a cluster that EKS installs and upgrades. It goes with the cluster:
 * https://docs.aws.amazon.com/eks/latest/userguide/eks-add-ons.html
 */

export interface DesiredAddOns {
  cluster: string
  /** The version of the control plane. */
  version: string
  /** The role of the driver of volumes. */
  volumesRoleArn: string
}

interface AddOn {
  name: string
  /** The service account that acts with a role of IAM. */
  serviceAccount?: string
}

/** The add-ons: network, names, credentials of pods, volumes, and the usage that autoscaling needs. */
const addOns: readonly AddOn[] = [
  { name: 'vpc-cni' },
  { name: 'kube-proxy' },
  { name: 'eks-pod-identity-agent' },
  { name: 'coredns' },
  { name: 'aws-ebs-csi-driver', serviceAccount: 'ebs-csi-controller-sa' },
  { name: 'metrics-server' },
]

/** Ensures the add-ons in the versions that EKS recommends for the version of the cluster. */
export async function ensureAddOns(
  context: ReconcileContext,
  eks: EKS,
  desired: DesiredAddOns,
): Promise<void> {
  const { cluster: clusterName, version } = desired
  const { signal: abortSignal, state, updateState } = context
  const { addons: existing = [] } = await eks.listAddons({ clusterName }, { abortSignal })
  for (const addOn of addOns)
    if (!existing.includes(addOn.name)) await createAddOn(context, eks, { addOn, desired })
  const before = state['addOnsFor']
  if (before === version) return
  // Those of a new cluster are of its version already.
  if (before !== undefined)
    for (const { name } of addOns.filter((each) => existing.includes(each.name)))
      await upgradeAddOn(eks, { clusterName, name, version }, abortSignal)
  updateState({ addOnsFor: version })
}

async function createAddOn(
  { assertHeld, signal: abortSignal }: ReconcileContext,
  eks: EKS,
  { addOn, desired }: { addOn: AddOn; desired: DesiredAddOns },
): Promise<void> {
  const { name: addonName, serviceAccount } = addOn
  assertHeld()
  try {
    await eks.createAddon(
      {
        clusterName: desired.cluster,
        addonName,
        resolveConflicts: 'OVERWRITE',
        ...(serviceAccount === undefined
          ? {}
          : { podIdentityAssociations: [{ serviceAccount, roleArn: desired.volumesRoleArn }] }),
      },
      { abortSignal },
    )
  } catch (error) {
    if (roleIsPending(error)) throw new AwsPending(`EKS cannot use the new role of add-on ${addonName} yet.`)
    // Another reconcile, whose answer was lost, has created it.
    if (!isAwsError(error, 'ResourceInUseException')) throw error
  }
}

async function upgradeAddOn(
  eks: EKS,
  { clusterName, name: addonName, version }: { clusterName: string; name: string; version: string },
  abortSignal: AbortSignal,
): Promise<void> {
  const { addons = [] } = await eks.describeAddonVersions(
    { addonName, kubernetesVersion: version },
    { abortSignal },
  )
  const versions = addons.flatMap(({ addonVersions = [] }) => addonVersions)
  const recommended = versions.find(({ compatibilities = [] }) =>
    compatibilities.some(
      ({ defaultVersion, clusterVersion }) => defaultVersion === true && clusterVersion === version,
    ),
  )
  const addonVersion = recommended?.addonVersion
  if (addonVersion === undefined) return
  const { addon } = await eks.describeAddon({ clusterName, addonName }, { abortSignal })
  if (addon?.addonVersion === addonVersion) return
  try {
    // Settings that users have changed stay.
    await eks.updateAddon(
      { clusterName, addonName, addonVersion, resolveConflicts: 'PRESERVE' },
      { abortSignal },
    )
  } catch (error) {
    if (isAwsError(error, 'ResourceInUseException'))
      throw new AwsPending(`Add-on ${addonName} is being updated.`)
    throw error
  }
}

const isBroken = /^(CREATE|UPDATE)_FAILED$|^DEGRADED$/

/**
 * Returns what is wrong with the add-ons, as a sentence; undefined if nothing is. An event names what two looks have found: some are
 * degraded while nodes are replaced.
 */
export async function brokenAddOns(
  { signal: abortSignal, state, updateState, recordEvent }: ReconcileContext,
  eks: EKS,
  clusterName: string,
): Promise<string | undefined> {
  const found = await Promise.all(
    addOns.map(async ({ name: addonName }) => {
      try {
        return (await eks.describeAddon({ clusterName, addonName }, { abortSignal })).addon
      } catch (error) {
        // The next reconcile creates it.
        if (isAwsError(error, 'ResourceNotFoundException')) return undefined
        throw error
      }
    }),
  )
  const broken = found.flatMap((each) => (each !== undefined && isBroken.test(each.status ?? '') ? each : []))
  const problem = broken.length === 0 ? undefined : broken.map(describeBroken).join(' ')
  const { brokenAddOns: before, reportedAddOns: reported } = state
  const key = problem?.slice(0, 200)
  if (problem !== undefined && key === before && key !== reported)
    recordEvent(event('Warning', 'AddOnFailed', problem))
  updateState({ brokenAddOns: key, reportedAddOns: key === before ? key : undefined })
  return problem
}

function describeBroken({ addonName, status, health }: Addon): string {
  const why = health?.issues?.[0]?.message ?? 'EKS gives no reason'
  return `Add-on ${addonName} is ${status}: ${why.replace(/\.$/, '')}.`
}
