import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { workloadTarget } from '../kind-names.ts'
import { choosePod } from './chosen-pod.ts'
import { defaultContainer } from './default-container.ts'
import { runInPod, type PodCommand } from './pod-command.ts'

interface AttachInput {
  args: { workload: string }
  options: {
    container: string | undefined
    pod: string | undefined
    stdin: boolean
    tty: boolean
    project: string | undefined
  }
}

interface ExecInput extends AttachInput {
  args: { workload: string; command: readonly string[] }
}

/** Runs a command in a container and returns its exit code. */
export async function exec(input: ExecInput, context: CommandContext): Promise<number> {
  const chosen = await chooseContainer(input, context, {
    purpose: 'execute commands in',
    worksSimulated: true,
  })
  return runInPod(context.io, { ...chosen, command: input.args.command })
}

/** Attaches to the process that a container runs, until that ends or Ctrl-C. */
export async function attach(input: AttachInput, context: CommandContext): Promise<number> {
  const { io } = context
  const chosen = await chooseContainer(input, context, { purpose: 'attach to', worksSimulated: false })
  if (chosen.stdin && chosen.tty) io.stderr.write('If there is no prompt, press Enter.\n')
  return runInPod(io, chosen)
}

async function chooseContainer(
  { args, options }: AttachInput,
  context: CommandContext,
  attempt: { purpose: string; worksSimulated: boolean },
): Promise<PodCommand> {
  const { io } = context
  const { stdin, tty } = options
  if (tty && io.stdin.isTTY !== true)
    throw usageError('--tty requires stdin to be a terminal. Remove the option.')
  const target = workloadTarget(args.workload, options.project)
  const pod = await choosePod(context, target, { pod: options.pod, ...attempt })
  const container = options.container ?? (await defaultContainer(pod, io))
  return { pod, container, stdin, tty }
}
