import type { Client } from '../../client-sdk/index.ts'
import type { CommandContext } from '../context.ts'
import type { Io } from '../terminal/io.ts'

/** Prints a link that logs a browser in to the console, and opens it in a browser of this machine. */
export async function openConsole(
  { options }: { options: { noOpen: boolean } },
  context: CommandContext,
): Promise<void> {
  const { io } = context
  const { client, url } = await context.connect()
  const link = await loginLink(client, url)
  io.stdout.write(`${link}\n`)
  const isOpened = !options.noOpen && hasBrowser(io) && (await openInBrowser(link))
  io.stderr.write(
    isOpened
      ? 'Opening it in the browser. It works once.\n'
      : 'Open it in a browser within 5 minutes. It works once.\n',
  )
}

/** Returns a link to the console that logs in once. Browsers send no fragment, so the code is in no log of a server or a proxy. */
export async function loginLink(client: Client, url: string): Promise<string> {
  const { code } = await client.createLoginCode()
  return `${url}/#login=${code}`
}

/** Reports whether a user sits at a terminal of a machine that shows windows. */
function hasBrowser({ stdout, env }: Io): boolean {
  if (!stdout.isTTY) return false
  const display = env['DISPLAY'] ?? env['WAYLAND_DISPLAY'] ?? env['WSL_DISTRO_NAME'] ?? ''
  const isLocal = env['SSH_CONNECTION'] === undefined && process.platform !== 'linux'
  return isLocal || display !== ''
}

async function openInBrowser(link: string): Promise<boolean> {
  const { default: open } = await import('open')
  return open(link).then(
    () => true,
    () => false,
  )
}
