import type { PodAddress } from '../../schema/clusters/pods/pod-socket.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { CommandContext } from '../context.ts'
import { formatTarget, sdkTarget, type Target } from '../kind-names.ts'
import { withSuggestion } from '../objects/suggest-name.ts'
import { didYouMean } from '../../schema/similar.ts'
import { localPolicy } from './cluster-access.ts'
import { accessOfRuntime } from './runtime-access.ts'

interface PodChoice {
  pod: string | undefined
  /** What the pod is for, in errors. */
  purpose: string
  /** Simulated clusters can do it. @default false */
  worksSimulated?: boolean
}

/**
 * Returns a pod of an object: the named one, else the first ready one, else the first. Throws when there is none, or when
 * its cluster is simulated and runs no processes.
 */
export async function choosePod(
  context: CommandContext,
  target: Target,
  { pod, purpose, worksSimulated = false }: PodChoice,
): Promise<PodAddress> {
  const { client, url } = await context.connect()
  const nodes = await withSuggestion(client, target, () => client.objects.tree(sdkTarget(target)))
  const pods = nodes.filter((node) => node.kind === 'Pod' && node.group === '')
  const chosen =
    pod === undefined
      ? (pods.find(({ health }) => health === 'READY') ?? pods[0])
      : pods.find((each) => each.name === pod)
  if (chosen === undefined) {
    const noun = formatTarget(target)
    const names = pods.map((each) => each.name).join(', ')
    const message =
      pod === undefined || pods.length === 0
        ? `${noun} has no pods`
        : `${noun} has no pod "${pod}". ${
            didYouMean(
              pod,
              pods.map((each) => each.name),
            ) || `Its pods are ${names}.`
          }`
    throw new PlatformError('NOT_FOUND', message)
  }
  const cluster = await accessOfRuntime(client, chosen.runtime?.id ?? '', {
    purpose,
    policy: localPolicy(url, context.io.env),
    worksSimulated,
  })
  return { namespace: chosen.namespace, name: chosen.name, cluster }
}
