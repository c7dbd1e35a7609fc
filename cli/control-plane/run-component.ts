import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Settings } from '../../process/settings/setting.ts'
import { PlatformError } from '../../schema/errors.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { nonEmpty } from '../settings/config-file.ts'
import { commandOf } from './process.ts'

/** A component of a control plane that can run as a separate process. */
export interface Component {
  name: string
  /** The source of its program, relative to the installation. */
  script: string
  settings: Settings
}

interface ComponentInput {
  options: Readonly<Record<string, string | undefined>>
}

/**
 * Returns a handler that runs a component with inherited output until it exits or Ctrl-C. The component shuts down
 * gracefully even if qleetctl is killed.
 */
export function componentRunner(component: Component) {
  return async ({ options }: ComponentInput, { io }: CommandContext): Promise<number> => {
    const settings = Object.fromEntries(
      Object.entries(component.settings).map(([variable, { option }]): [string, string | undefined] => {
        const given = option === undefined ? undefined : options[option[0]]
        return [variable, given ?? nonEmpty(io.env[variable])]
      }),
    )
    assertComplete(component, settings)
    const [node, program] = await commandOf(component.script)
    const child = spawn(node, [program], {
      env: { ...io.env, ...settings, QLEET_PARENT_WATCH: '1' },
      cwd: io.cwd,
      // The child notices the end of this process when the IPC channel closes.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const stop = (): void => void child.kill('SIGTERM')
    io.signal.addEventListener('abort', stop)
    try {
      return await new Promise<number>((resolve, reject) => {
        child.once('error', (cause) => {
          reject(
            new PlatformError('UNAVAILABLE', `cannot start the ${component.name}: ${cause.message}`, {
              cause,
            }),
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

/** Throws, listing every required setting that is missing. */
function assertComplete(component: Component, settings: Readonly<Record<string, string | undefined>>): void {
  const missing = Object.entries(component.settings).filter(
    ([variable, { isRequired = false }]) => isRequired && settings[variable] === undefined,
  )
  if (missing.length === 0) return
  const lines = missing.map(([variable, { option, summary }]) => {
    return `  ${option === undefined ? variable : `--${option[0]} or ${variable}`}: ${summary}`
  })
  throw usageError(
    `the ${component.name} needs more settings:\n${lines.join('\n')}\nSee: qleetctl ${component.name} --help`,
  )
}
