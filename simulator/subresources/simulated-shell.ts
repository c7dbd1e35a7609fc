import { setTimeout as sleep } from 'node:timers/promises'

/*
 * The shell of simulated containers. No image is run, so there are neither its files nor its programs; but the variables of the
 * container are those that the kubelet would set.
 */

export interface ShellOptions {
  environment: ReadonlyMap<string, string>
  tty: boolean
  /** Writes output. Resolves once more can be written. */
  write: (text: string) => Promise<void>
  writeError: (text: string) => Promise<void>
}

/** Programs that a simulated container has besides its shell. Each returns its exit code. */
const programs: Readonly<Record<string, (shell: Invocation) => number | Promise<number>>> = {
  date: ({ print }) => print(`${new Date().toUTCString()}\n`),
  echo: ({ words, print }) => print(`${words.join(' ')}\n`),
  env: ({ environment, print }) =>
    print([...environment].map(([name, value]) => `${name}=${value}\n`).join('')),
  false: () => 1,
  help: ({ print }) =>
    print(
      'This container is simulated: its image does not run. Its variables are those of a real one.\n' +
        `Commands: ${[...Object.keys(programs), 'exit'].toSorted().join(' ')}\n`,
    ),
  hostname: ({ environment, print }) => print(`${environment.get('HOSTNAME') ?? ''}\n`),
  printenv: ({ words: [name = ''], environment, print }) =>
    environment.has(name) ? print(`${environment.get(name)}\n`) : 1,
  seq: async ({ words: [last], print, signal }) => {
    for (let from = 1; from <= Number(last) && !signal.aborted; from += 1000)
      await print(numbers(from, Math.min(from + 999, Number(last))))
    return 0
  },
  sleep: async ({ words: [seconds], signal }) => {
    await sleep(Number(seconds) * 1000, undefined, { signal }).catch(() => undefined)
    return signal.aborted ? 130 : 0
  },
  stty: ({ size, print }) => print(`${size.rows} ${size.columns}\n`),
  true: () => 0,
}

/** One run of a program. */
interface Invocation extends Pick<ShellOptions, 'environment'> {
  words: readonly string[]
  size: { columns: number; rows: number }
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  print: (text: string) => Promise<number>
}

function numbers(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join('')
}

const prompt = '/ # '

/** A shell, or one program, with what it reads and writes. */
export class SimulatedShell {
  readonly #options: ShellOptions
  readonly #decoder = new TextDecoder()
  #size = { columns: 80, rows: 24 }
  #line = ''
  /** What was typed and is not echoed yet. */
  #echo = ''
  #exit: number | undefined
  #lastExit = 0
  #interrupt = new AbortController()
  /** The lines are run one after the other. */
  #work = Promise.resolve()
  #onExit: (code: number) => void = () => undefined

  constructor(options: ShellOptions) {
    this.#options = options
  }

  /** Runs a command until it ends, and returns its exit code. Returns undefined if the container has no such program. */
  async run([program = '', ...words]: readonly string[]): Promise<number | undefined> {
    const name = program.replace(/^(\/usr)?\/bin\//, '')
    if (name !== 'sh') return Object.hasOwn(programs, name) ? this.#runProgram(name, words) : undefined
    if (words[0] === '-c') {
      for (const line of (words[1] ?? '').split('\n')) await this.#runLine(line)
      return this.#exit ?? this.#lastExit
    }
    await this.#prompt()
    return new Promise((resolve) => {
      this.#onExit = resolve
      if (this.#exit !== undefined) resolve(this.#exit)
    })
  }

  resize(size: { columns: number; rows: number }): void {
    this.#size = size
  }

  /** Receives what was typed: as a terminal edits and echoes it, or else as it is. */
  input(data: Uint8Array): void {
    for (const key of this.#decoder.decode(data, { stream: true })) this.#press(key)
    this.#flushEcho()
  }

  /** Receives the end of the input, at which a shell ends. */
  endInput(): void {
    this.#enqueue(async () => {
      if (this.#line !== '') await this.#runLine(this.#line)
      this.#end(this.#exit ?? this.#lastExit)
    })
  }

  /** Stops what is running. */
  stop(): void {
    this.#interrupt.abort()
    this.#end(130)
  }

  #press(key: string): void {
    const { tty } = this.#options
    if (key === '\n' || (tty && key === '\r')) return this.#enter()
    if (!tty) {
      this.#line += key
      return
    }
    if (key === '\u0003') return this.#interruptLine()
    if (key === '\u0004' && this.#line === '') return this.#enqueue(async () => this.#end(this.#lastExit))
    if (key === '\u007F') return this.#erase(1)
    if (key === '\u0015') return this.#erase(this.#line.length)
    if (key < ' ') return
    this.#line += key
    this.#echo += key
  }

  #enter(): void {
    const line = this.#line
    this.#line = ''
    if (this.#options.tty) this.#echo += '\n'
    this.#flushEcho()
    this.#enqueue(async () => {
      await this.#runLine(line)
      await this.#prompt()
    })
  }

  #interruptLine(): void {
    this.#line = ''
    this.#interrupt.abort()
    this.#interrupt = new AbortController()
    this.#echo += '^C\n'
    this.#flushEcho()
    this.#enqueue(() => this.#prompt())
  }

  #erase(count: number): void {
    const erased = Math.min(count, this.#line.length)
    this.#line = this.#line.slice(0, this.#line.length - erased)
    this.#echo += '\b \b'.repeat(erased)
  }

  #flushEcho(): void {
    if (this.#echo !== '') void this.#print(this.#echo)
    this.#echo = ''
  }

  #enqueue(task: () => Promise<void>): void {
    this.#work = this.#work.then(() => (this.#exit === undefined ? task() : undefined))
  }

  async #runLine(line: string): Promise<void> {
    for (const command of line.split(';')) {
      const [name, ...words] = wordsOf(command, (variable) => this.#valueOf(variable))
      if (name === undefined || this.#exit !== undefined) continue
      if (name === 'exit') this.#end(Number(words[0] ?? this.#lastExit))
      else if (Object.hasOwn(programs, name)) this.#lastExit = await this.#runProgram(name, words)
      else {
        await this.#printError(`sh: ${name}: not found (try help)\n`)
        this.#lastExit = 127
      }
    }
  }

  async #runProgram(name: string, words: readonly string[]): Promise<number> {
    const { environment } = this.#options
    const print = async (text: string): Promise<number> => {
      await this.#print(text)
      return 0
    }
    const { signal } = this.#interrupt
    return (await programs[name]?.({ words, environment, size: this.#size, signal, print })) ?? 127
  }

  #valueOf(variable: string): string {
    return variable === '?' ? String(this.#lastExit) : (this.#options.environment.get(variable) ?? '')
  }

  #end(code: number): void {
    this.#exit ??= code
    this.#onExit(this.#exit)
  }

  async #prompt(): Promise<void> {
    if (this.#options.tty && this.#exit === undefined) await this.#print(prompt)
  }

  #print(text: string): Promise<void> {
    const { tty, write } = this.#options
    return write(tty ? text.replaceAll('\n', '\r\n') : text)
  }

  #printError(text: string): Promise<void> {
    return this.#options.tty ? this.#print(text) : this.#options.writeError(text)
  }
}

/** Splits a command into its words, without their quotes, and replaces variables outside of single quotes. */
function wordsOf(command: string, valueOf: (variable: string) => string): string[] {
  return [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"|\$\{?(\w+|\?)\}?/g, (_, literal?: string, variable?: string) =>
      literal === undefined ? (variable === undefined ? '' : valueOf(variable)) : literal,
    ),
  )
}
