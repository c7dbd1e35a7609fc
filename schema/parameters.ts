import { z } from 'zod'
import { shownValue, type FieldError } from './errors.ts'
import type { ResourceIdentity } from './manifests.ts'
import { duplicateNameErrors, unknownNameError } from './names-in-lists.ts'
import { didYouMean } from './similar.ts'
import { withArticle } from './with-article.ts'

/*
 * Typed parameters of a definition, which its instances set: one definition serves every environment.
 */

/**
 * Matches field paths such as `.spec.replicas`, `.spec.containers[name=web].image` and
 * `.metadata.annotations["a.b/c"]`.
 */
export const fieldPath = /^(\.[\w-]+|\["[^"]+"\]|\[name=[^\]]+\]|\[\d+\])+$/

/** The value of a parameter. */
export const ParameterValue = z.union([z.string(), z.number(), z.boolean()], {
  error: 'must be a string, a number or a boolean',
})
export type ParameterValue = z.infer<typeof ParameterValue>

export const Parameter = z.strictObject({
  name: z
    .string()
    .max(63, 'must have at most 63 characters')
    .regex(/^[A-Za-z][\w-]*$/, {
      error: 'must start with a letter and contain only letters, digits, "-" and "_"',
    })
    .meta({ description: 'The name of the parameter.' }),
  type: z
    .enum(['string', 'integer', 'number', 'boolean'])
    .optional()
    .meta({
      description: 'The type of the values. Default: `string`.',
      enumDescription: 'The types of parameters.',
      enumDescriptions: ['A text.', 'A whole number.', 'A number.', 'True or false.'],
    }),
  description: z.string().max(1000).optional().meta({ description: 'The purpose of the parameter.' }),
  default: ParameterValue.optional().meta({
    description:
      'The value for instances that set none. Without a default, each instance must set the parameter.',
  }),
  minimum: z
    .number()
    .optional()
    .meta({ description: 'The minimum of a number, or the minimum length of a string.' }),
  maximum: z
    .number()
    .optional()
    .meta({ description: 'The maximum of a number, or the maximum length of a string.' }),
  options: z
    .array(z.string())
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'The strings that are allowed.' }),
  set: z
    .array(
      z.strictObject({
        kind: z.string().min(1).optional().meta({
          description: 'The kind of the resource, for example `Deployment`. Default: any.',
        }),
        name: z.string().min(1).meta({ description: 'The name of the resource.' }),
        path: z
          .string()
          .max(500)
          .regex(fieldPath, {
            error: 'must be a path like .spec.replicas or .spec.template.spec.containers[name=web].image',
          })
          .meta({ description: 'The path of the field, which is created if it does not exist.' }),
        template: z.string().includes('{value}', { error: 'must contain {value}' }).optional().meta({
          description: 'A text in which `{value}` stands for the value, as in `https://{value}/api`.',
        }),
      }),
    )
    .min(1, 'must name at least one field')
    .max(50)
    .meta({ description: 'The fields that get the value.' }),
})
export type Parameter = z.infer<typeof Parameter>

/** Declares the spec field with the parameters of a definition. */
export function parameters() {
  return z
    .array(Parameter)
    .max(100)
    .optional()
    .meta({
      description:
        'The parameters that instances of the definition set, such as a size or a host name. Their values replace fields of ' +
        'the resources.',
      declaresParameters: true,
    })
}

/** Returns the errors of parameters whose fields have the right types, at `path`. */
export function parameterErrors(
  list: readonly Parameter[],
  path: string,
  resources: readonly ResourceIdentity[] | undefined,
): FieldError[] {
  const errors = list.flatMap((parameter, index) => {
    const at = `${path}[${index}]`
    const ofDefault =
      parameter.default === undefined ? [] : valueErrors(parameter, parameter.default, `${at}.default`)
    return [...ofDefault, ...targetErrors(parameter, at, resources)]
  })
  return [...duplicateNameErrors(list, path), ...errors]
}

function targetErrors(
  { set }: Parameter,
  path: string,
  resources: readonly ResourceIdentity[] | undefined,
): FieldError[] {
  if (resources === undefined) return []
  const names = resources.map(({ name }) => name)
  return set.flatMap(({ kind, name }, index): FieldError[] => {
    if (resources.some((each) => each.name === name && (kind === undefined || each.kind === kind))) return []
    const message =
      kind === undefined
        ? 'is not a resource of the definition'
        : `is not ${withArticle(kind)} of the definition`
    return [unknownNameError({ path: `${path}.set[${index}].name`, name, message }, names)]
  })
}

/** Returns the errors of a value of a parameter, at `path`. */
export function valueErrors(parameter: Parameter, value: ParameterValue, path: string): FieldError[] {
  const problem = typeProblem(parameter, value) ?? limitProblem(parameter, value)
  return problem === undefined ? [] : [{ path, value: shownValue(value), ...problem }]
}

type Problem = Pick<FieldError, 'code' | 'message'>

function typeProblem({ type = 'string' }: Parameter, value: ParameterValue): Problem | undefined {
  const isRight =
    type === 'integer' ? Number.isSafeInteger(value) : typeof value === (type === 'number' ? 'number' : type)
  if (isRight) return undefined
  const article = type === 'integer' ? 'an' : 'a'
  return { code: 'INVALID_TYPE', message: `must be ${article} ${type}` }
}

function limitProblem(parameter: Parameter, value: ParameterValue): Problem | undefined {
  const { minimum = -Infinity, maximum = Infinity, options } = parameter
  const isText = typeof value === 'string'
  const size = isText ? value.length : Number(value)
  const unit = isText ? ' characters' : ''
  if (size < minimum)
    return {
      code: 'OUT_OF_RANGE',
      message: isText ? `must have at least ${minimum}${unit}` : `must be at least ${minimum}`,
    }
  if (size > maximum)
    return {
      code: 'OUT_OF_RANGE',
      message: isText ? `must have at most ${maximum}${unit}` : `must be at most ${maximum}`,
    }
  if (options !== undefined && !options.includes(String(value)))
    return {
      code: 'NOT_SUPPORTED',
      message: `must be one of ${options.map((each) => JSON.stringify(each)).join(', ')}`,
    }
  return undefined
}

/** Returns the errors of the parameters that an instance sets, at `path`. */
export function givenParameterErrors(
  declared: readonly Parameter[],
  given: Readonly<Record<string, ParameterValue>>,
  path: string,
): FieldError[] {
  const names = declared.map(({ name }) => name)
  const unknown = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name): FieldError => {
      const remedy =
        didYouMean(name, names) || (names.length === 0 ? '' : `Parameters are ${names.join(', ')}.`)
      const message = 'is not a parameter of the definition'
      return { path: `${path}.${name}`, code: 'UNKNOWN_FIELD', message, ...(remedy === '' ? {} : { remedy }) }
    })
  const wrong = declared.flatMap((parameter): FieldError[] => {
    const { name } = parameter
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value !== undefined) return valueErrors(parameter, value, `${path}.${name}`)
    if (parameter.default !== undefined) return []
    const message = 'is missing: the definition requires it'
    return [{ path: `${path}.${name}`, code: 'REQUIRED', message, ...describe(parameter) }]
  })
  return [...unknown, ...wrong]
}

function describe({ description }: Parameter): { remedy?: string } {
  return description === undefined ? {} : { remedy: description }
}

/** Returns the values of all parameters of an instance: those given, and the defaults of the others. */
export function parameterValues(
  declared: readonly Parameter[],
  given: Readonly<Record<string, ParameterValue>>,
): ReadonlyMap<string, ParameterValue> {
  return new Map(
    declared.flatMap((parameter): [string, ParameterValue][] => {
      const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : parameter.default
      return value === undefined ? [] : [[parameter.name, value]]
    }),
  )
}
