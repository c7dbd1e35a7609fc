import type { CommandContext } from '../context.ts'
import { assertNameIsFree } from './context-entry.ts'
import { down } from './down.ts'
import { localLocation } from './location.ts'
import { up } from './up.ts'

interface CreateOptions {
  name: string
  provider: 'simulated'
  forceOverwriteConfig: boolean
  port: number | undefined
  data: string | undefined
  timeout: number
}

/** Runs `up` under its legacy name. As before, its runtime is `default-qleet-compute-space`. */
export async function createQleetos(
  { options }: { options: CreateOptions },
  context: CommandContext,
): Promise<number | void> {
  const { name, data, port, timeout } = options
  const location = await localLocation(context, { name, data })
  if (!options.forceOverwriteConfig) await assertNameIsFree(context.config, location)
  const rest = {
    foreground: false,
    sample: false,
    empty: false,
    runtime: undefined,
    exitWhenReady: false,
    output: 'table',
  }
  return up({ options: { name, data, port, timeout, ...rest } }, context)
}

/** Runs `down --purge` under its legacy name. */
export async function deleteQleetos(
  { options }: { options: { name: string } },
  context: CommandContext,
): Promise<void> {
  await down({ options: { name: options.name, data: undefined, purge: true } }, context)
}
