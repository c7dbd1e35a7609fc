import { parseArgs, type ParseArgsConfig } from 'node:util'

type Parsed<Config extends ParseArgsConfig> = ReturnType<typeof parseArgs<Config>>
type OptionOf<Config extends ParseArgsConfig> = keyof Config['options'] & string

/** The arguments of a program for developers of QleetOS. Whatever is wrong with them ends it with exit code 2 and its usage. */
interface Arguments<Config extends ParseArgsConfig> {
  values: Parsed<Config>['values']
  positionals: Parsed<Config>['positionals']
  /** Returns a number above 0, or `missing` without the option. */
  number(name: OptionOf<Config>, missing: number): number
  /** Returns an integer of at least `least`, by default 1, or `missing` without the option. */
  count<Missing extends number | undefined>(
    name: OptionOf<Config>,
    missing: Missing,
    least?: number,
  ): number | Missing
  /** Ends the program. */
  fail(message: string): never
}

/** Reads the arguments of this process. Prints the usage and ends it for `--help`. */
export function readArguments<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): Arguments<Config> {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    process.stdout.write(usage)
    process.exit()
  }
  const fail = (message: string): never => {
    process.stderr.write(`${message}\n\n${usage}`)
    process.exit(2)
  }
  const { values, positionals } = parsed(config, fail)
  const textOf = (name: string): string | undefined => (values as Record<string, string | undefined>)[name]
  return {
    values,
    positionals,
    number: (name, missing) => {
      const text = textOf(name)
      if (text === undefined) return missing
      return Number(text) > 0 ? Number(text) : fail(`--${name} must be a number above 0, not "${text}"`)
    },
    count: (name, missing, least = 1) => {
      const text = textOf(name)
      if (text === undefined) return missing
      if (/^\d+$/.test(text) && Number(text) >= least) return Number(text)
      return fail(`--${name} must be an integer of at least ${least}, not "${text}"`)
    },
    fail,
  }
}

function parsed<Config extends ParseArgsConfig>(
  config: Config,
  fail: (message: string) => never,
): Parsed<Config> {
  try {
    return parseArgs(config)
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}
