import { parse, stringify, YAMLParseError } from 'yaml'
import { z } from 'zod'
import { PlatformError } from '../../schema/errors.ts'
import { plainMessages } from '../../schema/input-messages.ts'
import { firstIssue } from '../../schema/issue-errors.ts'

/** An entry of the config file: one control plane. The keys are those of the legacy config file. */
export interface Instance {
  Name: string
  APIServer: string
  Token?: string | undefined
  TokenFile?: string | undefined
  /** Data directory; set only for a control plane on this machine. */
  DataDir?: string | undefined
}

export interface Config {
  QleetOSInstances: Instance[]
  CurrentInstance?: string | undefined
}

// Preserves unknown keys, which a newer qleetctl may have written.
const InstanceEntry = z.looseObject({
  Name: z.string().min(1),
  APIServer: z.string().min(1),
  Token: z.string().optional(),
  TokenFile: z.string().optional(),
  DataDir: z.string().optional(),
})

const ConfigDocument = z
  .looseObject({
    QleetOSInstances: z
      .array(InstanceEntry)
      .nullish()
      .transform((instances) => instances ?? []),
    CurrentInstance: z
      .string()
      .nullish()
      .transform((name) => name ?? undefined),
  })
  .nullable()

export function parseConfig(text: string, path: string): Config {
  const value = parsed(text, path)
  const { data, error } = ConfigDocument.safeParse(value, plainMessages)
  if (error === undefined) return data ?? { QleetOSInstances: [] }
  const issue = firstIssue(error, value)
  throw new PlatformError(
    'INVALID_INPUT',
    `the config file ${path} is invalid: ${issue}. Correct it or remove it.`,
  )
}

export function formatConfig(config: Config): string {
  return stringify(config)
}

function parsed(text: string, path: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    const { line, col } =
      error instanceof YAMLParseError ? (error.linePos?.[0] ?? { line: 1, col: 1 }) : { line: 1, col: 1 }
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new PlatformError('INVALID_INPUT', `${path}:${line}:${col}: ${reason}`, { cause: error })
  }
}
