import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { workloadTarget } from '../kind-names.ts'
import { choosePod } from './chosen-pod.ts'
import { defaultContainer } from './default-container.ts'
import { runInPod } from './pod-command.ts'

interface ExecInput {
  args: { workload: string; command: readonly string[] }
  options: {
    container: string | undefined
    pod: string | undefined
    stdin: boolean
    tty: boolean
    project: string | undefined
  }
}

/** Runs a command in a container and returns its exit code. */
export async function exec({ args, options }: ExecInput, context: CommandContext): Promise<number> {
  const { io } = context
  const { stdin, tty } = options
  if (tty && io.stdin.isTTY !== true)
    throw usageError('--tty requires stdin to be a terminal. Remove the option.')
  const target = workloadTarget(args.workload, options.project)
  const pod = await choosePod(context, target, { pod: options.pod, purpose: 'execute commands in' })
  const container = options.container ?? (await defaultContainer(pod, io))
  const { command } = args
  return runInPod(io, { pod, container, command, stdin, tty })
}
