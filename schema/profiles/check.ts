import type { z } from 'zod'
import { shownValue } from '../errors.ts'
import type { OtherSpecs, SpecProblem } from '../kinds/kind.ts'
import { defaultProject } from '../names.ts'
import { didYouMean } from '../similar.ts'
import { isSmaller } from '../sizes.ts'
import type { FieldLimit } from './limits.ts'
import { providersOf, typesInWords } from './types.ts'

/** The fields of a profile that its provider decides about. */
interface CheckedProfile {
  type: string
  provider: string
  parameters?: Record<string, unknown> | undefined
  limits?: readonly FieldLimit[] | undefined
}

/** Returns the problems of a profile: its type, its provider, and the parameters of that. */
export function checkProfile({ type, provider, parameters = {}, limits }: CheckedProfile): SpecProblem[] {
  const providers = providersOf(type)
  if (providers === undefined) {
    const message = `is ${shownValue(type)}, which is not a type of profiles`
    return [{ path: 'type', code: 'NOT_SUPPORTED', message, remedy: `Use ${typesInWords}.` }]
  }
  const schema = Object.hasOwn(providers, provider) ? providers[provider] : undefined
  if (schema === undefined) {
    const names = Object.keys(providers)
    const remedy = didYouMean(provider, names) || `Use one of ${names.join(', ')}.`
    const message = `is ${shownValue(provider)}, which is not a provider of ${type}`
    return [{ path: 'provider', code: 'NOT_SUPPORTED', message, remedy }]
  }
  return [...parameterProblems(schema, parameters), ...boundProblems(limits ?? [], 'limits')]
}

/** Returns the problems of parameters of a provider. */
export function parameterProblems(schema: z.ZodObject, parameters: Record<string, unknown>): SpecProblem[] {
  const checked = schema.safeParse(parameters)
  if (checked.success) return []
  const known = Object.keys(schema.shape)
  return checked.error.issues.map((issue): SpecProblem => {
    const at = ['parameters', ...issue.path.map(String)]
    if (issue.code === 'unrecognized_keys') {
      const remedy = known.length === 0 ? 'Remove it.' : `Parameters are ${known.join(', ')}.`
      const path = [...at, issue.keys[0]].join('.')
      return { path, code: 'UNKNOWN_FIELD', message: 'is not a parameter of the provider', remedy }
    }
    const message = issue.message.charAt(0).toLowerCase() + issue.message.slice(1)
    return { path: at.join('.'), code: 'INVALID', message, remedy: 'Change the parameter.' }
  })
}

/** Returns a problem for each limit that limits nothing or contradicts itself. */
function boundProblems(limits: readonly FieldLimit[], path: string): SpecProblem[] {
  return limits.flatMap((limit, index): SpecProblem[] => {
    const at = `${path}[${index}]`
    const { minimum, maximum, minimumQuantity: least, maximumQuantity: most, allowed } = limit
    if ([minimum, maximum, least, most, allowed].every((bound) => bound === undefined)) {
      const remedy = 'Set minimum, maximum, minimumQuantity, maximumQuantity or allowed.'
      return [{ path: at, code: 'REQUIRED', message: 'limits nothing', remedy }]
    }
    const isReversed = minimum !== undefined && maximum !== undefined && minimum > maximum
    if (isReversed) return [reversed(`${at}.minimum`, minimum, maximum)]
    if (least !== undefined && most !== undefined && isSmaller(most, least))
      return [reversed(`${at}.minimumQuantity`, least, most)]
    return []
  })
}

function reversed(path: string, minimum: number | string, maximum: number | string): SpecProblem {
  const message = `is ${minimum}, which is more than the maximum ${maximum}`
  return { path, code: 'INVALID', message, remedy: 'Change one of them.' }
}

/** Returns the problems of a tier by itself. */
export function checkTier({ limits }: { limits?: readonly FieldLimit[] | undefined }): SpecProblem[] {
  return boundProblems(limits ?? [], 'limits')
}

/** Returns a problem for a tier outside of the project that all projects share. */
export function checkTierProject(_spec: unknown, { project }: OtherSpecs): SpecProblem[] {
  if (project === defaultProject) return []
  const message = `is in project ${shownValue(project)}, but tiers are for all projects`
  return [{ path: '', code: 'FORBIDDEN', message, remedy: `Create it in project ${defaultProject}.` }]
}
