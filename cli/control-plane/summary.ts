import type { Io } from '../terminal/io.ts'
import { painter } from '../terminal/style.ts'
import { renderFields } from '../terminal/table.ts'
import { programName, type RunningControlPlane } from './running.ts'
import { warnings } from './warnings.ts'

/**
 * Formats the addresses of a running control plane, and commands to try next.
 *
 * @param login A link that logs in once. @default the console without a login
 */
export function summaryOf(
  io: Io,
  { info, kubeconfig, sample }: RunningControlPlane,
  login: string | undefined,
): string {
  const paint = painter(io.stdout, io.env)
  const program = programName(io)
  const inspect = sample ? 'tree workload/web3' : 'api-resources'
  const commands = [
    `${program} get workloads`,
    `${program} ${inspect}`,
    kubeconfig === undefined
      ? `${program} status`
      : `kubectl --kubeconfig ${kubeconfig} get pods --all-namespaces`,
  ]
  const later = `${program} console`
  const consoleAddress =
    login === undefined
      ? `${info.serverUrl}   (log in: ${later})`
      : `${login}   (once, within 5 minutes; later: ${later})`
  const addresses: [string, string][] = [
    ['Console', consoleAddress],
    ['GraphQL', `${info.serverUrl}/graphql   (in a browser: GraphiQL)`],
    ['REST', `${info.serverUrl}/v0`],
    ['Token', info.tokenFile],
    ...(kubeconfig === undefined ? [] : [['Kubeconfig', kubeconfig] satisfies [string, string]]),
  ]
  return [
    `\n${paint('green', `Control plane "${info.name}" is ready.`)}\n\n`,
    renderFields(addresses),
    warnings(io, info.programs),
    '\nTry next:\n',
    ...commands.map((command) => `  ${paint('bold', command)}\n`),
  ].join('')
}
