import { terminalPath } from '../../../../../schema/endpoints.ts'
import { maxTyped, type OpenTerminal, type TerminalEvent } from '../../../../../schema/terminals.ts'
import { text } from '../text.ts'

type Size = OpenTerminal['size']

/** What a shell does at present. */
export type ShellState =
  | { is: 'opening' }
  | { is: 'running'; command: string }
  | { is: 'ended'; exit: number }
  | { is: 'failed'; message: string }

export interface ShellOptions {
  /** Shows written bytes, and calls back once they are shown. */
  onOutput: (data: Uint8Array, shown: () => void) => void
  onState: (state: ShellState) => void
}

/** A shell in a container, over a WebSocket to the server of the page. */
export class ShellSession {
  readonly #socket: WebSocket
  readonly #options: ShellOptions
  #hasEnded = false

  constructor(opening: OpenTerminal, options: ShellOptions) {
    this.#options = options
    const { protocol, host } = window.location
    const socket = new WebSocket(`${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${terminalPath}`)
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('open', () => socket.send(JSON.stringify(opening)))
    socket.addEventListener('message', ({ data }) => this.#receive(data))
    // Browsers do not say why an upgrade was refused.
    socket.addEventListener('close', () => this.#end({ is: 'failed', message: text.terminal.lost }))
    this.#socket = socket
    options.onState({ is: 'opening' })
  }

  /** Sends what was typed or pasted. */
  type(data: Uint8Array<ArrayBuffer>): void {
    for (let from = 0; from < data.length; from += maxTyped) this.#send(data.subarray(from, from + maxTyped))
  }

  resize(size: Size): void {
    this.#send(JSON.stringify({ size }))
  }

  /** Ends the shell. */
  close(): void {
    this.#hasEnded = true
    this.#socket.close()
  }

  #send(message: string | Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState === WebSocket.OPEN && !this.#hasEnded) this.#socket.send(message)
  }

  #receive(data: unknown): void {
    if (this.#hasEnded) return
    if (data instanceof ArrayBuffer) {
      const bytes = new Uint8Array(data)
      this.#options.onOutput(bytes, () => this.#send(JSON.stringify({ shown: bytes.length })))
      return
    }
    // The server is of the same release, since it has sent this page.
    const event = JSON.parse(String(data)) as TerminalEvent
    if (event.event === 'started') this.#options.onState({ is: 'running', command: event.command.join(' ') })
    else if (event.event === 'ended') this.#end({ is: 'ended', exit: event.exit })
    else this.#end({ is: 'failed', message: event.message })
  }

  #end(state: ShellState): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#options.onState(state)
  }
}
