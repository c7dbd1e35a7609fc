import { Command as Commander, Option as CommanderOption, InvalidArgumentError, type Help } from 'commander'
import { kebabCase } from '../schema/names.ts'
import { groups, type Argument, type Command, type Option } from './command.ts'
import { connectionOptions, globalOptions } from './settings/options.ts'
import { listPlugins } from './plugins.ts'
import type { Io, Sink } from './terminal/io.ts'
import { parseDuration } from './terminal/time.ts'

const commonHeading = 'Options of all commands:'

/** A parsed command line. */
export interface Parsed {
  command: Command
  args: Record<string, unknown>
  options: Record<string, unknown>
}

/**
 * Builds the command line parser from the table of commands. The parser writes help to stdout, throws a CommanderError
 * for an invalid command line, and passes valid ones to `run`.
 */
export function buildProgram(
  commands: readonly Command[],
  io: Io,
  run: (parsed: Parsed) => Promise<void>,
): Commander {
  const program = new Commander('qleetctl')
    .description(
      'Declare an application and what it depends on; QleetOS provides the rest and keeps it that way.',
    )
    .usage('COMMAND [options]')
    .addHelpOption(helpOption())
    .addHelpCommand(
      new Commander('help').argument('[command]').summary('Show help.').helpGroup(`${groups[3]}:`),
    )
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm, optionDescription, minWidthToWrap: 20 })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => undefined,
      getOutHelpWidth: () => widthOf(io.stdout),
      getErrHelpWidth: () => widthOf(io.stderr),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
  const common = { ...connectionOptions, ...globalOptions }
  addOptions(program, common, commonHeading)
  program.addHelpText('after', () => pluginHelp(io))
  const known = new Map<string, Commander>([['', program]])
  for (const command of commands) {
    const words = command.name.split(' ')
    const parent = known.get(words.slice(0, -1).join(' ')) ?? program
    const added = parent
      .command(words.at(-1) ?? '', { hidden: command.hidden === true })
      .copyInheritedSettings(program)
    known.set(command.name, added)
    describe(added, command, { isTop: parent === program, io })
    // Options after a subcommand belong to that subcommand.
    added.enablePositionalOptions()
    addArguments(added, command.arguments ?? {})
    addOptions(added, command.options ?? {}, 'Options:')
    const own = Object.keys(command.options ?? {})
    const shared = command.connects === true ? common : globalOptions
    addOptions(added, notRedefined(command.options ?? {}, shared), commonHeading)
    if (command.handler === undefined) continue
    added.action(async (...given: unknown[]) => {
      const names = Object.keys(command.arguments ?? {})
      const args = Object.fromEntries(names.map((name, index) => [name, given[index]]))
      const options = {
        ...without(optionsOf(program, common), own),
        ...optionsOf(added, { ...shared, ...command.options }),
      }
      requireOptions(added, command.options ?? {}, options)
      await run({ command, args, options })
    })
  }
  return program
}

/** Lists the plugins in the PATH below the help of qleetctl itself. */
function pluginHelp({ env }: Io): string {
  const names = listPlugins(env).map(({ name }) => `  ${name}`)
  return names.length === 0 ? '' : `\nPlugins in the PATH:\n${names.join('\n')}`
}

function helpOption(): CommanderOption {
  return new CommanderOption('-h, --help', 'Show help.').helpGroup(commonHeading)
}

function describe(added: Commander, command: Command, { isTop, io }: { isTop: boolean; io: Io }): void {
  const { summary, description, group, environment = [], examples = [] } = command
  added
    .summary(summary)
    .description(description === undefined ? summary : `${summary}\n\n${description}`)
    .addHelpOption(helpOption())
    .helpCommand(false)
  if (isTop) added.helpGroup(`${group}:`)
  if (environment.length > 0) {
    added.addHelpText('after', () => environmentHelp(added, environment, widthOf(io.stdout)))
  }
  if (examples.length === 0) return
  const lines = examples.map(([line, purpose]) => `  # ${purpose}\n  ${line}`)
  added.addHelpText('after', `\nExamples:\n${lines.join('\n\n')}`)
}

function widthOf({ columns }: Sink): number {
  return columns ?? 100
}

/** Renders environment variables aligned and wrapped as commander renders options. */
function environmentHelp(
  command: Commander,
  environment: NonNullable<Command['environment']>,
  helpWidth: number,
): string {
  const help = command.createHelp()
  help.prepareContext({ helpWidth })
  const width = Math.max(...environment.map(([variable]) => variable.length))
  const lines = environment.map(([variable, summary]) => help.formatItem(variable, width, summary, help))
  return `\nEnvironment:\n${lines.join('\n')}`
}

/** Renders the options of all commands, as their help does. */
export function commonOptionsHelp(io: Io): string {
  const program = buildProgram([], io, async () => undefined)
  const help = program.createHelp()
  help.prepareContext({ helpWidth: widthOf(io.stdout) })
  const width = help.padWidth(program, help)
  return help
    .visibleOptions(program)
    .map((option) => help.formatItem(help.optionTerm(option), width, help.optionDescription(option), help))
    .join('\n')
}

/** Returns the summary of an option with its choices and its default, unless it has them. */
function optionDescription({
  description,
  argChoices = [],
  defaultValue,
  defaultValueDescription,
  required,
  optional,
}: CommanderOption): string {
  const isYesOrNo = argChoices.every((choice) => choice === 'true' || choice === 'false')
  const isSaid = defaultValue === undefined || /\bdefault:/i.test(description) || !(required || optional)
  return [
    description,
    ...(isYesOrNo ? [] : [`Choices: ${argChoices.join(', ')}.`]),
    ...(isSaid ? [] : [`Default: ${defaultValueDescription ?? String(defaultValue)}.`]),
  ].join(' ')
}

function subcommandTerm(this: Help, command: Commander): string {
  return command.name()
}

function addArguments(command: Commander, declared: Readonly<Record<string, Argument>>): void {
  for (const [key, { summary, takes = 'required' }] of Object.entries(declared)) {
    const name = key.toUpperCase()
    const many = takes === 'any number' || takes === 'one or more' ? '...' : ''
    const isRequired = takes === 'required' || takes === 'one or more'
    command.argument(isRequired ? `<${name}${many}>` : `[${name}${many}]`, summary)
  }
}

function addOptions(command: Commander, declared: Readonly<Record<string, Option>>, heading: string): void {
  for (const [key, option] of Object.entries(declared)) {
    command.addOption(commanderOption(key, option).helpGroup(heading))
  }
}

function commanderOption(key: string, option: Option): CommanderOption {
  const short = option.short === undefined ? '' : `-${option.short}, `
  const long = `--${kebabCase(key)}`
  const implied = 'implied' in option ? option.implied : undefined
  const value =
    option.type === 'flag' ? '' : implied === undefined ? ` <${option.value}>` : ` [${option.value}]`
  const made = new CommanderOption(`${short}${long}${value}`, option.summary)
  switch (option.type) {
    case 'flag':
      return made
    case 'string':
      if (option.choices !== undefined) made.choices(option.choices)
      if (option.default !== undefined) made.default(option.default)
      if (implied !== undefined) made.preset(implied)
      return made
    case 'strings':
      return made.argParser((text, before: readonly string[] | undefined) => [...(before ?? []), text])
    case 'number':
      if (option.default !== undefined) made.default(option.default)
      return made.argParser((text) => parseNumber(text, option))
    case 'duration':
      if (option.default !== undefined) made.default(durationOf(option.default), option.default)
      return made.argParser(durationOf)
  }
}

/**
 * Adds the implied values to a command line: the parser would take the next word as the value of an option that has one
 * of its own, as in `delete --dry-run workload shop`.
 */
export function withImpliedValues(
  argv: readonly string[],
  options: Readonly<Record<string, Option>> = {},
): string[] {
  const implied = new Map(
    Object.entries(options).flatMap(([key, option]): [string, string][] =>
      'implied' in option && option.implied !== undefined ? [[`--${kebabCase(key)}`, option.implied]] : [],
    ),
  )
  const end = argv.indexOf('--')
  return argv.map((word, index) => {
    const value = end >= 0 && index > end ? undefined : implied.get(word)
    return value === undefined ? word : `${word}=${value}`
  })
}

/** Throws for missing required options. Commander's own check would also run for subcommands. */
function requireOptions(
  command: Commander,
  declared: Readonly<Record<string, Option>>,
  given: Readonly<Record<string, unknown>>,
): void {
  for (const [key, option] of Object.entries(declared)) {
    const value = given[key]
    const isMissing = value === undefined || (Array.isArray(value) && value.length === 0)
    if (!('required' in option) || !isMissing) continue
    const { flags } = commanderOption(key, option)
    command.error(`error: required option '${flags}' not specified`, {
      code: 'commander.missingMandatoryOptionValue',
    })
  }
}

function parseNumber(
  text: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number },
): number {
  if (/^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}, such as 10` : `from ${min} to ${max}`
  throw new InvalidArgumentError(`It must be an integer ${range}.`)
}

function durationOf(text: string): number {
  const parsed = parseDuration(text)
  if (parsed !== undefined) return parsed
  throw new InvalidArgumentError('It must be a duration, such as 90s, 5m or 1h30m.')
}

/** Returns the values of the declared options by key, without those that were not given. */
function optionsOf(command: Commander, declared: Readonly<Record<string, Option>>): Record<string, unknown> {
  const given = command.opts<Record<string, unknown>>()
  const entries = Object.entries(declared).map(([key, { type }]): [string, unknown] => {
    const negated = /^no([A-Z])(.*)$/.exec(key)
    // Commander parses --no-headers as headers: false.
    if (negated !== null) return [key, given[`${negated[1]?.toLowerCase()}${negated[2]}`] === false]
    if (type === 'flag') return [key, given[key] === true]
    return [key, type === 'strings' ? (given[key] ?? []) : given[key]]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Returns the shared options that a command does not redefine. A short name of the command takes precedence. */
function notRedefined(
  own: Readonly<Record<string, Option>>,
  shared: Readonly<Record<string, Option>>,
): Record<string, Option> {
  const taken = new Set(Object.values(own).map(({ short }) => short))
  const entries = Object.entries(without(shared, Object.keys(own))).map(([key, option]): [string, Option] => {
    const { short, ...rest } = option
    return [key, short !== undefined && taken.has(short) ? rest : option]
  })
  return Object.fromEntries(entries)
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  keys: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))
}
