import { parse, stringify, YAMLParseError } from 'yaml'
import { PlatformError } from '../../schema/errors.ts'
import { isRecord } from '../../schema/records.ts'

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

/** Reads the text of a config file. Unknown keys, which a newer qleetctl may have written, are preserved. */
export function parseConfig(text: string, path: string): Config {
  const value = parsed(text, path) ?? {}
  const issue = issueOf(value)
  if (issue !== undefined)
    throw new PlatformError(
      'INVALID_INPUT',
      `the config file ${path} is invalid: ${issue}. Correct it or remove it.`,
    )
  // It has no issue.
  const { QleetOSInstances: instances, CurrentInstance: current, ...unknown } = value as Partial<Config>
  return { ...unknown, QleetOSInstances: instances ?? [], CurrentInstance: current ?? undefined }
}

/** Describes what is wrong with a config, without its values, which may be secret. By hand: zod takes 14 ms of each command. */
function issueOf(config: unknown): string | undefined {
  if (!isRecord(config)) return 'must be an object'
  const { QleetOSInstances: instances = null, CurrentInstance: current = null } = config
  if (current !== null && typeof current !== 'string') return 'CurrentInstance must be a string'
  if (instances === null) return undefined
  if (!Array.isArray(instances)) return 'QleetOSInstances must be a list'
  for (const [index, instance] of instances.entries()) {
    const at = `QleetOSInstances[${index}]`
    if (!isRecord(instance)) return `${at} must be an object`
    const missing = ['Name', 'APIServer'].find((key) => (instance[key] ?? '') === '')
    if (missing !== undefined) return `${at}.${missing} is missing`
    const other = ['Name', 'APIServer', 'Token', 'TokenFile', 'DataDir'].find(
      (key) => instance[key] !== undefined && typeof instance[key] !== 'string',
    )
    if (other !== undefined) return `${at}.${other} must be a string`
  }
  return undefined
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
