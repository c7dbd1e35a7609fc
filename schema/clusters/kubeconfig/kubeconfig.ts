import { z } from 'zod'
import { shownValue } from '../../errors.ts'
import { issueErrors, plainly } from '../../inputs.ts'
import { mostParts, readYaml } from '../../yaml.ts'

/**
 * A kubeconfig as far as it is understood here; everything else in it stays as it is.
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

/** Says what is wrong with a kubeconfig, without anything of what is in it but names and fields. */
export interface KubeconfigProblem {
  /**
   * `unreadable`: no YAML. `incomplete`: no kubeconfig, or one that names what it does not have. `noContext`: not the
   * context that is to be used. `unsupported`: something that only the machine of its user could do. `refused`: a
   * cluster that may not be connected to.
   */
  code: 'unreadable' | 'incomplete' | 'noContext' | 'unsupported' | 'refused'
  /** In one sentence whose subject is the kubeconfig and that begins with its verb. */
  message: string
  /** Sentences. */
  remedy?: string
}

/** Thrown when a kubeconfig cannot be used; the text says what to change. */
export class KubeconfigError extends Error {
  readonly problem: KubeconfigProblem

  constructor(problem: KubeconfigProblem) {
    const { message, remedy } = problem
    super(`the kubeconfig ${message}${remedy === undefined ? '' : `. ${remedy}`}`)
    this.problem = problem
  }
}

/**
 * Reads the text of a kubeconfig as kubectl does. Throws KubeconfigError.
 *
 * @param most Words, brackets and line breaks that are read. @default as in all YAML
 */
export function readKubeconfig(text: string, most: number = mostParts.document): Kubeconfig {
  const value = valueOf(text, most)
  if (value === undefined || value === null)
    throw new KubeconfigError({ code: 'incomplete', message: 'is empty' })
  const { data, error } = Kubeconfig.safeParse(value, plainly)
  if (data !== undefined) return data
  throw incomplete(error, { at: '', input: value })
}

function valueOf(text: string, most: number): unknown {
  const [document, another] = readYaml(text, { document: most, text: most })
  const [error] = document?.errors ?? []
  if (error !== undefined) {
    // Messages of the parser quote the text, which holds secrets.
    const what =
      document?.isTooLarge === true ? 'is too large or too deeply nested to be read' : 'is not YAML'
    throw new KubeconfigError({
      code: 'unreadable',
      message: `${what}, see line ${error.line ?? 1} column ${error.column ?? 1}`,
    })
  }
  if (another !== undefined)
    throw new KubeconfigError({ code: 'unreadable', message: 'has more than one document of YAML' })
  return document?.value
}

/** Says which field is wrong, and not which value it has. */
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

/** Names for a message; of many the first ones. */
export function shownNames(names: readonly string[]): string {
  const shown = names.slice(0, 10).map(shownValue)
  return names.length > shown.length ? `${shown.join(', ')} and others` : shown.join(', ')
}
