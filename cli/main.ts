import { CommanderError } from 'commander'
import { isPlatformError } from '../schema/errors.ts'
import { kebabCase } from '../schema/names.ts'
import { exits, usageError } from './cli-error.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'
import type { CommandContext } from './context.ts'
import { reportError } from './error-report.ts'
import { prepareOutput } from './output/prepare.ts'
import { findPlugin, runPlugin } from './plugins.ts'
import { buildProgram, withImpliedValues, type Parsed } from './program.ts'
import { configFile } from './settings/config-file.ts'
import type { SavedPlan } from '../client-sdk/index.ts'
import type { Connection, ConnectionOptions } from './settings/connection.ts'
import { suggestCommand } from './suggest-command.ts'
import { guarded, quietIo, type Io } from './terminal/io.ts'

/** Runs one command line and returns its exit code. Never throws and never exits the process. */
export async function main(argv: readonly string[], given: Io): Promise<number> {
  const io = guarded(given)
  let exit = 0
  // The options of an invalid command line are not parsed, so `-o json` is read from the raw arguments.
  let asJson = argv.some(
    (word, index) =>
      /^(-o=?|--output=)json$/.test(word) ||
      (word === 'json' && /^(-o|--output)$/.test(argv[index - 1] ?? '')),
  )
  try {
    const plugin = isOwnCommand(argv) ? undefined : findPlugin(argv, io.env)
    if (plugin !== undefined) return await runPlugin(io, plugin.plugin, plugin.args)
    const program = buildProgram(commandsFor(argv), io, async (parsed) => {
      asJson = parsed.options['output'] === 'json'
      exit = await run(parsed, io)
    })
    if (argv.length === 0) program.outputHelp()
    else if (argv[0] === '--version') await program.parseAsync(['version', '--client'], { from: 'user' })
    else await program.parseAsync(withImpliedValues(argv, commandOf(argv)?.options), { from: 'user' })
    return exit
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0
      if (error.code === 'commander.help') return exits.usage
      return reportError(usageError(usageMessage(error, argv)), { io, asJson })
    }
    if (io.signal.aborted) return exits.interrupted
    return reportError(error, { io, asJson })
  }
}

async function run({ command, args, options }: Parsed, given: Io): Promise<number> {
  const io = options['quiet'] === true ? quietIo(given) : given
  const own = command.options ?? {}
  const connectionOptions: ConnectionOptions = Object.fromEntries(
    Object.entries(options).filter(([key]) => !Object.hasOwn(own, key)),
  )
  const config = configFile(io, connectionOptions.qleetConfig)
  let connection: Connection | undefined
  const isPlanning = options['dryRun'] === 'plan'
  const plans: SavedPlan[] = []
  const context: CommandContext = {
    io,
    config,
    connectionOptions,
    connect: async () => {
      const { connect } = await import('./settings/connection.ts')
      connection = await connect(io, connectionOptions, config)
      if (isPlanning) connection.client = connection.client.with({ onPlan: (plan) => plans.push(plan) })
      return connection
    },
  }
  const handler = (await command.handler?.()) as
    ((input: unknown, context: CommandContext) => Promise<number | void>) | undefined
  try {
    const { output } = options
    const prepared = typeof output === 'string' ? { output: await prepareOutput(io, output) } : {}
    const exit = (await handler?.({ args, options: { ...options, ...prepared } }, context)) ?? 0
    if (isPlanning) await (await import('./objects/saved-plans.ts')).reportPlans(io, plans, output)
    return exit
  } catch (error) {
    if (connection !== undefined && isPlatformError(error) && error.code === 'UNAUTHENTICATED')
      error.message += `. The token sent to ${connection.url} is from ${connection.tokenFrom}.`
    throw error
  }
}

/** Formats an error of the parser as one sentence, with its hint and the help command to run. */
function usageMessage({ message, code }: CommanderError, argv: readonly string[]): string {
  const command = commandOf(argv)
  const isOfFiles = command?.arguments === undefined && command?.options?.['file'] !== undefined
  if (code === 'commander.excessArguments' && isOfFiles) {
    const { name } = command
    const valued = valuedOptions(command)
    const isExcess = (word: string, index: number): boolean =>
      !word.startsWith('-') && !name.split(' ').includes(word) && !valued.has(argv[index - 1] ?? '')
    const file = argv.find(isExcess) ?? 'FILE'
    return `files are named with -f: qleetctl ${name} -f ${file}\nSee: qleetctl ${name} --help`
  }
  const [first = '', ...more] = message.replace(/^error: /, '').split('\n')
  const hint =
    code === 'commander.unknownCommand'
      ? commandHint(/'(.*)'/s.exec(first)?.[1] ?? '', argv)
      : more.join(' ').replaceAll(/[()]/g, '').trim()
  const text = `${first}${/[.?!]$/.test(first) ? '' : '.'}`
  return `${text}${hint === '' ? '' : ` ${hint}`}\nSee: ${['qleetctl', ...commandWords(argv), '--help'].join(' ')}`
}

/** Returns the options of a command that the next word is the value of, as they are typed. */
function valuedOptions({ options = {} }: Command): ReadonlySet<string> {
  return new Set(
    Object.entries(options)
      .filter(([, { type }]) => type !== 'flag')
      .flatMap(([key, { short }]) => [`--${kebabCase(key)}`, ...(short === undefined ? [] : [`-${short}`])]),
  )
}

/** Returns the commands that a command line can mean: those that start with its first word, or else all. */
function commandsFor([first]: readonly string[]): readonly Command[] {
  const own = commandsWith(first)
  return own.length > 0 ? own : commands
}

function commandsWith(first: string | undefined): readonly Command[] {
  return commands.filter(({ name }) => name.split(' ')[0] === first)
}

function commandOf(argv: readonly string[]): Command | undefined {
  const words = commandWords(argv).join(' ')
  return commands.find(({ name }) => name === words)
}

/** Returns `Did you mean get?` for an unknown command, from the commands at the same level. */
function commandHint(given: string, argv: readonly string[]): string {
  const prefix = commandWords(argv)
    .map((word) => `${word} `)
    .join('')
  const names = commands
    .filter(({ name, hidden }) => hidden !== true && name.startsWith(prefix))
    .map(({ name }) => name.slice(prefix.length))
    .filter((name) => !name.includes(' '))
  const similar = suggestCommand(given, prefix === '' ? [...names, 'help'] : names)
  return similar === undefined ? '' : `Did you mean ${similar}?`
}

/** Reports whether a command line starts with a command of qleetctl, or with an option. */
function isOwnCommand([first = '']: readonly string[]): boolean {
  return first === '' || first.startsWith('-') || first === 'help' || commandsWith(first).length > 0
}

/** Returns the words of the longest command that the command line starts with. */
function commandWords(argv: readonly string[]): string[] {
  const words = argv.filter((word) => !word.startsWith('-'))
  const isCommand = (count: number): boolean =>
    commands.some(({ name }: Command) => name === words.slice(0, count).join(' '))
  const count = [2, 1].find((length) => words.length >= length && isCommand(length)) ?? 0
  return words.slice(0, count)
}
