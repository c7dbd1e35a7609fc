import { Readable } from 'node:stream'
import { main } from '../../cli/main.ts'
import type { Io, Sink } from '../../cli/terminal/io.ts'

export interface CliRun {
  exit: number
  stdout: string
  stderr: string
}

export interface CliOptions {
  /** The environment; variables of the tests' process are not inherited. */
  env?: Record<string, string>
  /** @default the folder of the tests' process */
  cwd?: string
  stdin?: string
  /** The width of both outputs as terminals. @default no terminal */
  columns?: number
  /** Aborts on Ctrl-C. */
  signal?: AbortSignal
  /** Called with output as it is written. */
  onOutput?: (text: string) => void
}

/** Runs a command line of qleetctl in this process, with its output captured. */
export async function runCli(argv: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const { env = {}, cwd = process.cwd(), stdin = '', columns, onOutput = () => undefined } = options
  const written: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  const sink = (name: 'stdout' | 'stderr'): Sink => ({
    write: (data) => {
      const bytes = Buffer.from(data as string)
      written[name].push(bytes)
      onOutput(bytes.toString())
    },
    isTTY: columns !== undefined,
    columns,
  })
  const io: Io = {
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    stdin: Object.assign(Readable.from([stdin]), { isTTY: columns !== undefined }),
    // A home that does not exist: no test reads or writes the developer's settings.
    env: { HOME: '/nonexistent', ...env },
    cwd,
    signal: options.signal ?? new AbortController().signal,
  }
  const exit = await main(argv, io)
  const textOf = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString()
  return { exit, stdout: textOf(written.stdout), stderr: textOf(written.stderr) }
}

/** Returns the environment in which qleetctl connects to a server. */
export function serverEnv({ url, token }: { url: string; token: string }): Record<string, string> {
  return { QLEET_SERVER_URL: url, QLEET_TOKEN: token }
}

/** Returns a function that runs qleetctl with this server in its settings. */
export function cliOf(connection: () => { url: string; token: string }) {
  return (argv: readonly string[], options: CliOptions = {}): Promise<CliRun> =>
    runCli(argv, { env: serverEnv(connection()), ...options })
}

/** Returns a workload with one ConfigMap as a canonical document. */
export function workloadDocument(name: string, data = 'a'): string {
  return `apiVersion: qleet.io/v1
kind: Workload
metadata: {name: ${name}}
spec:
  yamlDocument: |
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: settings}
    data: {a: ${data}}
`
}
