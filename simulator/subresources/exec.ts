import type { ClusterContext } from '../context.ts'
import { badRequest, internalError } from '../errors/status-error.ts'
import type { JsonObject } from '../json.ts'
import { kindOf } from '../objects/stored.ts'
import { getObject } from '../operations/read.ts'
import type { Target } from '../target.ts'
import { environmentOf } from './container-environment.ts'
import { chooseContainer } from './pod-subresources.ts'
import type { SubresourceHandler } from './subresource.ts'
import { SimulatedShell, type ShellOptions } from './simulated-shell.ts'

/** A command that is to run in a container. */
export interface Execution {
  tty: boolean
  stdin: boolean
  /** Creates the shell that runs it. */
  open: (output: Pick<ShellOptions, 'write' | 'writeError'>) => SimulatedShell
  /** Runs it, and returns the Status with which the connection ends. */
  run: (shell: SimulatedShell) => Promise<JsonObject>
}

/** Handles requests for pods/exec that are no WebSockets. */
export const exec: SubresourceHandler = async () => {
  throw badRequest('Upgrade request required')
}

/** Handles WebSockets for pods/exec: checks the container, and returns what to run in it. */
export function executionOf(context: ClusterContext, target: Target, query: URLSearchParams): Execution {
  const pod = kindOf('pods', getObject(context, { ...target, subresource: '' }))
  const container = chooseContainer(pod, query.get('container') ?? '')
  const command = query.getAll('command')
  if (command.length === 0) throw badRequest('you must specify at least one command for the container')
  const { phase = '', initContainerStatuses = [], containerStatuses = [] } = pod.status
  if (phase === 'Succeeded' || phase === 'Failed')
    throw badRequest(`cannot exec into a container in a completed pod; current phase is ${phase}`)
  const status = [...initContainerStatuses, ...containerStatuses].find(({ name }) => name === container)
  if (status?.state.running === undefined)
    throw internalError(`unable to upgrade connection: container not found ("${container}")`)
  const tty = query.get('tty') === 'true'
  const environment = environmentOf(context, pod, container)
  return {
    tty,
    stdin: query.get('stdin') === 'true',
    open: (output) => new SimulatedShell({ environment, tty, ...output }),
    run: async (shell) => endOf(await shell.run(command), command),
  }
}

/** Returns the Status for an exit code, as the kubelet reports it; undefined for a program that the container does not have. */
function endOf(code: number | undefined, [program = '']: readonly string[]): JsonObject {
  if (code === 0) return { metadata: {}, status: 'Success' }
  const failure = { metadata: {}, status: 'Failure' }
  if (code === undefined)
    return {
      ...failure,
      message: `error executing command in container: exec: "${program}": executable file not found in $PATH`,
      reason: 'InternalError',
      code: 500,
    }
  return {
    ...failure,
    message: `command terminated with non-zero exit code: exit status ${code}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  }
}
