import { z } from 'zod'
import { shownValue } from '../../errors.ts'
import { plainMessages } from '../../input-messages.ts'
import { issueErrors } from '../../issue-errors.ts'
import { tokenLimits, readYaml } from '../../yaml.ts'

/**
 * The fields of a kubeconfig that are interpreted. All others are preserved.
 * https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
const Kubeconfig = z.looseObject({
  'current-context': z.string().nullish(),
  clusters: z.array(z.looseObject({ name: z.string(), cluster: z.looseObject({}).nullish() })).nullish(),
  users: z.array(z.looseObject({ name: z.string(), user: z.looseObject({}).nullish() })).nullish(),
  contexts: z
    .array(
      z.looseObject({ name: z.string(), context: z.looseObject({ cluster: z.string(), user: z.string() }) }),
    )
    .nullish(),
})
export type Kubeconfig = z.infer<typeof Kubeconfig>

/** A problem with a kubeconfig. It quotes only names and fields, never values. */
export interface KubeconfigProblem {
  /**
   * `unreadable`: invalid YAML. `incomplete`: missing fields or dangling references. `noContext`: the context to use
   * does not exist. `unsupported`: works only on the machine of its user. `refused`: the policy refuses connections to
   * the cluster.
   */
  code: 'unreadable' | 'incomplete' | 'noContext' | 'unsupported' | 'refused'
  /** One sentence whose subject is the kubeconfig, so that it starts with a verb. */
  message: string
  /** What to do, in complete sentences. */
  remedy?: string
}

/** Thrown if a kubeconfig cannot be used. The message says what to change. */
export class KubeconfigError extends Error {
  readonly problem: KubeconfigProblem

  constructor(problem: KubeconfigProblem) {
    const { message, remedy } = problem
    super(`the kubeconfig ${message}${remedy === undefined ? '' : `. ${remedy}`}`)
    this.problem = problem
  }
}

/**
 * Parses a kubeconfig as kubectl does. Throws KubeconfigError.
 *
 * @param maxTokens The maximum number of YAML tokens. @default the limit of any YAML document
 */
export function readKubeconfig(text: string, maxTokens: number = tokenLimits.document): Kubeconfig {
  const value = parseValue(text, maxTokens)
  if (value === undefined || value === null)
    throw new KubeconfigError({ code: 'incomplete', message: 'is empty' })
  const { data, error } = Kubeconfig.safeParse(value, plainMessages)
  if (data !== undefined) return data
  throw incomplete(error, { at: '', input: value })
}

function parseValue(text: string, maxTokens: number): unknown {
  const [document, another] = readYaml(text, { document: maxTokens, text: maxTokens })
  const [error] = document?.errors ?? []
  if (error !== undefined) {
    // Messages of the parser quote the text, which contains secrets.
    const what = document?.isTooLarge === true ? 'is too large or too deeply nested' : 'is not valid YAML'
    throw new KubeconfigError({
      code: 'unreadable',
      message: `${what}, see line ${error.line ?? 1} column ${error.column ?? 1}`,
    })
  }
  if (another !== undefined)
    throw new KubeconfigError({ code: 'unreadable', message: 'has more than one YAML document' })
  return document?.value
}

/** Returns an error that names the wrong field but not its value, which may be a secret. */
export function incomplete(
  error: z.ZodError,
  { at, input }: { at: string; input: unknown },
): KubeconfigError {
  const [found] = issueErrors(error, { at, input })
  const { path = '', message = '' } = found ?? {}
  return new KubeconfigError({
    code: 'incomplete',
    message: path === '' ? `is not a kubeconfig: it ${message}` : `is not complete: ${path} ${message}`,
  })
}

/** Formats names for a message, at most ten of them. */
export function shownNames(names: readonly string[]): string {
  const shown = names.slice(0, 10).map(shownValue)
  return names.length > shown.length ? `${shown.join(', ')} and others` : shown.join(', ')
}
