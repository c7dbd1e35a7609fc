import { z } from 'zod'

/**
 * Names are label values of Kubernetes (at most 63 characters), because every object that we put into a cluster
 * carries the name of what it belongs to. Upper case is allowed: names of the original system use it.
 * Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 */
export const Name = z
  .string({ error: 'must be a string' })
  .min(1, { error: 'must not be empty', abort: true })
  .max(63, 'must have at most 63 characters')
  .regex(/^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/, {
    error: 'must begin and end with a letter or digit and hold only letters, digits, "-", "_" and "."',
  })

/** A label key: an optional DNS prefix and a name, as in Kubernetes. */
const LabelKey = z
  .string()
  .max(317, 'must have at most 317 characters')
  .regex(/^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/, {
    error: 'must be a label key such as "team" or "example.com/team"',
  })

const LabelValue = z
  .string({ error: 'must be a string; quote numbers and booleans' })
  .regex(/^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/, {
    error:
      'must be empty or have at most 63 letters, digits, "-", "_" and ".", beginning and ending with a letter or digit',
  })

/** Counted before each is looked at. */
const FewEntries = z
  .unknown()
  .refine((value) => typeof value !== 'object' || value === null || Object.keys(value).length <= 64, {
    error: 'must have at most 64 entries',
    abort: true,
  })

export const Labels = FewEntries.pipe(z.record(LabelKey, LabelValue))
export type Labels = z.infer<typeof Labels>

/** The project of objects that name none. It is made by the first server that starts. */
export const defaultProject = 'default'

/** A reference is the name of an object of the same project, or `project/name`. */
export interface QualifiedName {
  project: string
  name: string
}

export function parseQualifiedName(reference: string, project: string): QualifiedName {
  const slash = reference.indexOf('/')
  if (slash < 0) return { project, name: reference }
  return { project: reference.slice(0, slash), name: reference.slice(slash + 1) }
}

/** `WorkloadInstance` and `dryRun` as they are typed at a command line: `workload-instance`, `dry-run`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()
}

/** Label of objects that reconcilers keep for others, such as the forward proxy of a runtime; its value says which. */
export const supportServiceLabel = 'qleet.io/support-service'
