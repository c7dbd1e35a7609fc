import type { CommandContext } from './context.ts'

/** An option of a command. Its key in the table is its name: `dryRun` is `--dry-run`. */
export type Option = {
  summary: string
  /** One letter, for example `f`. */
  short?: string
} & (
  | { type: 'flag' }
  | {
      type: 'text'
      /** Placeholder of the value in help, for example `FILE`. */
      value: string
      choices?: readonly string[]
      default?: string
      required?: true
    }
  /** May be given several times. */
  | { type: 'texts'; value: string; required?: true }
  | { type: 'number'; value: string; default?: number }
  /** `90s`, `5m`; handlers get milliseconds. */
  | { type: 'duration'; value: string; default?: string }
)

/** A word of a command line after the command. Its key in the table, in upper case, is its placeholder. */
export interface Argument {
  summary: string
  /** @default 'required' */
  takes?: 'required' | 'optional' | 'any number' | 'one or more'
}

type OptionValue<Declared> = Declared extends { type: 'flag' }
  ? boolean
  : Declared extends { type: 'texts' }
    ? readonly string[]
    : Declared extends { type: 'text'; choices: readonly (infer Choice)[]; default: string }
      ? Choice
      : Declared extends { type: 'text' }
        ? Declared extends { default: string } | { required: true }
          ? string
          : string | undefined
        : Declared extends { default: string | number }
          ? number
          : number | undefined

type ArgumentValue<Declared> = Declared extends { takes: 'any number' | 'one or more' }
  ? readonly string[]
  : Declared extends { takes: 'optional' }
    ? string | undefined
    : string

/** What a handler gets of the command line. */
export interface Input<Arguments = unknown, Options = unknown> {
  args: { [Name in keyof Arguments]: ArgumentValue<Arguments[Name]> }
  options: { [Name in keyof Options]: OptionValue<Options[Name]> }
}

/** Returns an exit code where it is not 0. */
type Handler<Given> = (input: Given, context: CommandContext) => Promise<number | void>

export const groups = ['Objects', 'Clusters', 'Control plane', 'Settings and help'] as const

export interface CommandFacts<Arguments, Options> {
  /** As it is typed: `get`, or `config use-context`. */
  name: string
  summary: string
  /** More than the summary says, in whole sentences. */
  description?: string
  group: (typeof groups)[number]
  arguments?: Arguments
  options?: Options
  /** Whether it talks to a control plane, and takes the options that choose one. @default false */
  connects?: boolean
  /** Variables of the environment with what they say, where options do not tell of them. */
  environment?: readonly (readonly [variable: string, summary: string])[]
  /** Command lines with what they are for. */
  examples?: readonly (readonly [line: string, purpose: string])[]
  /** Not in the list of commands. @default false */
  hidden?: boolean
  /** Loads what runs it; nothing else of it is loaded before. Default: it only has commands below it. */
  handler?: () => Promise<Handler<Input<Arguments, Options>>>
}

/** A command as the table has it, when its types have done their work. */
export interface Command extends Omit<
  CommandFacts<Readonly<Record<string, Argument>>, Readonly<Record<string, Option>>>,
  'handler'
> {
  handler?: () => Promise<Handler<never>>
}

type Nothing = Readonly<Record<string, never>>

export function defineCommand<
  const Arguments extends Readonly<Record<string, Argument>> = Nothing,
  const Options extends Readonly<Record<string, Option>> = Nothing,
>(facts: CommandFacts<Arguments, Options>): Command {
  return facts
}
