import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isProgramMissing } from '../program-failure.ts'
import type { Values } from '../../schema/values-document.ts'
import { ChartError } from './chart-error.ts'

/** The release to render. */
export interface Release {
  name: string
  namespace: string
  values: Values
  isUpgrade: boolean
  capabilities: Capabilities
}

/** What a chart may know of the cluster. */
export interface Capabilities {
  /** Such as `v1.33.2`. */
  kubeVersion: string
  /** Served versions and kinds, such as `apps/v1` and `apps/v1/Deployment`. */
  apiVersions: readonly string[]
}

export interface RunHelm {
  /** The name or path of the program. */
  program: string
  /** The path of the chart archive. */
  archive: string
  /** The chart, for errors. */
  chart: string
  release: Release
  /** Values that errors must not contain. */
  secrets: readonly string[]
  signal: AbortSignal
}

const timeout = 30_000
const maxOutputBytes = 64 * 1024 * 1024

/**
 * Renders a chart as text. Helm gets neither a cluster, nor plugins, nor the environment of the worker: its home is a
 * folder that does not exist. The values are passed by standard input, so that they appear on no disk.
 */
export async function runHelm({
  program,
  archive,
  chart,
  release,
  secrets,
  signal,
}: RunHelm): Promise<string> {
  const running = promisify(execFile)(program, argumentsOf(archive, release), {
    env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
    signal,
    timeout,
    killSignal: 'SIGKILL',
    maxBuffer: maxOutputBytes,
  })
  const { stdin } = running.child
  // A program that fails early closes its input; its exit says why.
  stdin?.on('error', () => undefined)
  stdin?.end(JSON.stringify(release.values))
  try {
    return (await running).stdout
  } catch (error) {
    signal.throwIfAborted()
    if (isProgramMissing(error)) throw helmMissing(program)
    throw renderingFailed(error, { chart, secrets })
  }
}

function argumentsOf(archive: string, { name, namespace, isUpgrade, capabilities }: Release): string[] {
  return [
    'template',
    name,
    archive,
    `--namespace=${namespace}`,
    `--kube-version=${capabilities.kubeVersion}`,
    '--include-crds',
    '--values=-',
    ...(isUpgrade ? ['--is-upgrade'] : []),
    ...capabilities.apiVersions.map((each) => `--api-versions=${each}`),
  ]
}

function helmMissing(program: string): ChartError {
  const message =
    `The worker finds no executable program ${JSON.stringify(program)}: install Helm 3 or 4 on the machine of the ` +
    'worker (https://helm.sh/docs/intro/install/), or set QLEET_HELM to its path.'
  return new ChartError('HelmNotInstalled', message, { blocked: true })
}

function renderingFailed(error: unknown, { chart, secrets }: Pick<RunHelm, 'chart' | 'secrets'>): ChartError {
  const { stderr = '', killed = false, code } = error as { stderr?: string; killed?: boolean; code?: unknown }
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return new ChartError('TooLarge', `chart ${chart} renders to more than ${maxOutputBytes} bytes`, {
      blocked: true,
    })
  if (killed)
    return new ChartError(
      'RenderingTimeout',
      `chart ${chart} was not rendered within ${timeout / 1000} seconds`,
    )
  const text = stderr
    .split('\n')
    .filter((line) => !/^(level=|WARNING:|Use --debug)/.test(line.trim()) && line.trim() !== '')
  const message = secrets.reduce(
    (shown, secret) => shown.replaceAll(secret, '(secret)'),
    text.join(' ').replace(/^Error: /, ''),
  )
  const why = message === '' ? `helm ended with ${String(code)}` : message.slice(0, 1000)
  return new ChartError('RenderingFailed', `chart ${chart} cannot be rendered: ${why}`, { blocked: true })
}
