import type { CommandContext } from './context.ts'

/** An option of a command. Its key in the table is its name in camel case: `dryRun` is `--dry-run`. */
export type Option = {
  summary: string
  /** One letter, for example `f`. */
  short?: string
} & (
  | { type: 'flag' }
  | {
      type: 'string'
      /** Placeholder of the value in help, such as `FILE`. */
      value: string
      choices?: readonly string[]
      /** Values that completion offers, where others are allowed, too. */
      suggestions?: readonly string[]
      default?: string
      required?: true
      /** The value of the option when it is given without one. A value then follows after `=` only. */
      implied?: string
    }
  /** May be given several times. */
  | { type: 'strings'; value: string; required?: true }
  | {
      type: 'number'
      value: string
      default?: number
      required?: true
      /** @default 0 */
      min?: number
      max?: number
    }
  /** Given as `90s` or `5m`, passed to handlers in milliseconds. */
  | { type: 'duration'; value: string; default?: string }
)

/** A positional argument of a command. Its key in the table, in upper case, is its placeholder. */
export interface Argument {
  summary: string
  /** @default 'required' */
  takes?: 'required' | 'optional' | 'any number' | 'one or more'
}

type OptionValue<Declared> = Declared extends { type: 'flag' }
  ? boolean
  : Declared extends { type: 'strings' }
    ? readonly string[]
    : Declared extends { type: 'string'; choices: readonly (infer Choice)[] }
      ? Declared extends { default: string } | { required: true }
        ? Choice
        : Choice | undefined
      : Declared extends { type: 'string' }
        ? Declared extends { default: string } | { required: true }
          ? string
          : string | undefined
        : Declared extends { default: string | number } | { required: true }
          ? number
          : number | undefined

type ArgumentValue<Declared> = Declared extends { takes: 'any number' | 'one or more' }
  ? readonly string[]
  : Declared extends { takes: 'optional' }
    ? string | undefined
    : string

/** The parsed command line that a handler receives. */
export interface Input<Arguments = unknown, Options = unknown> {
  args: { [Name in keyof Arguments]: ArgumentValue<Arguments[Name]> }
  options: { [Name in keyof Options]: OptionValue<Options[Name]> }
}

/** Runs a command. Returns its exit code, or nothing for 0. */
type Handler<Given> = (input: Given, context: CommandContext) => Promise<number | void>

export const groups = ['Objects', 'Clusters', 'Control plane', 'Settings and help'] as const

/** The definition of a command, from which its parser, help, completion and handler types follow. */
export interface CommandDefinition<Arguments, Options> {
  /** The command as typed: `get`, or `config use-context`. */
  name: string
  summary: string
  /** Help below the summary, in whole sentences. */
  description?: string
  group: (typeof groups)[number]
  arguments?: Arguments
  options?: Options
  /** Marks a command that connects to a control plane and takes the options that select one. @default false */
  connects?: boolean
  /** Environment variables that have no option. */
  environment?: readonly (readonly [variable: string, summary: string])[]
  /** Command lines, each with its purpose. */
  examples?: readonly (readonly [line: string, purpose: string])[]
  /** Leaves the command out of the list of commands. @default false */
  hidden?: boolean
  /** Imports the implementation on first use. Absent for a command that only groups subcommands. */
  handler?: () => Promise<Handler<Input<Arguments, Options>>>
}

/** A command in the table, with the types of its arguments and options erased. */
export interface Command extends Omit<
  CommandDefinition<Readonly<Record<string, Argument>>, Readonly<Record<string, Option>>>,
  'handler'
> {
  handler?: () => Promise<Handler<never>>
}

type None = Readonly<Record<string, never>>

/** Checks a definition and infers the types of its arguments and options. */
export function defineCommand<
  const Arguments extends Readonly<Record<string, Argument>> = None,
  const Options extends Readonly<Record<string, Option>> = None,
>(definition: CommandDefinition<Arguments, Options>): Command {
  return definition
}
