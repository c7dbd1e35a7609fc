import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../../process/settings/setting.ts'
import { PlatformError } from '../../schema/errors.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { installation } from '../installation.ts'
import { nonEmpty } from '../settings/config-file.ts'
import { pinnedNode } from './process.ts'

/** A program of a control plane that can run alone. */
export interface Part {
  name: string
  /** Relative to the installation. */
  script: string
  settings: Settings
}

interface PartInput {
  options: Readonly<Record<string, string | undefined>>
}

/** Runs a part with its output as ours until it ends or we are asked to; it stops in order also when we are killed. */
export function partRunner(part: Part) {
  return async ({ options }: PartInput, { io }: CommandContext): Promise<number> => {
    const settings = Object.fromEntries(
      Object.entries(part.settings).map(([variable, { option }]): [string, string | undefined] => {
        const given = option === undefined ? undefined : options[option[0]]
        return [variable, given ?? nonEmpty(io.env[variable])]
      }),
    )
    assertComplete(part, settings)
    const child = spawn(await pinnedNode(), [join(installation, part.script)], {
      env: { ...io.env, ...settings, QLEET_PARENT_WATCH: '1' },
      cwd: io.cwd,
      // It sees our end by the channel.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const stop = (): void => void child.kill('SIGTERM')
    io.signal.addEventListener('abort', stop)
    try {
      return await new Promise<number>((resolve, reject) => {
        child.once('error', (cause) => {
          reject(
            new PlatformError('UNAVAILABLE', `cannot start the ${part.name}: ${cause.message}`, { cause }),
          )
        })
        child.once('exit', (code, signal) => {
          resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
        })
      })
    } finally {
      io.signal.removeEventListener('abort', stop)
    }
  }
}

function assertComplete(part: Part, settings: Readonly<Record<string, string | undefined>>): void {
  const missing = Object.entries(part.settings).filter(
    ([variable, { isRequired = false }]) => isRequired && settings[variable] === undefined,
  )
  if (missing.length === 0) return
  const lines = missing.map(([variable, { option, summary }]) => {
    return `  ${option === undefined ? variable : `--${option[0]} or ${variable}`}: ${summary}`
  })
  throw usageError(
    `the ${part.name} needs more settings:\n${lines.join('\n')}\nSee: qleetctl ${part.name} --help`,
  )
}
