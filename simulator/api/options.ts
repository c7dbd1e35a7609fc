import type { IncomingMessage } from 'node:http'
import type { Actor } from '../context.ts'
import { invalidValue, unsupported } from '../errors/field-errors.ts'
import { badRequest, type FieldError, invalid } from '../errors/status-error.ts'
import { isObject, type JsonObject } from '../json.ts'
import type { DeleteOptions } from '../operations/delete.ts'
import type { Propagation } from '../system-writes.ts'
import { isTrue } from '../operations/list-options.ts'
import type { WriteOptions } from '../target.ts'
import type { Call } from './call.ts'

const validations = ['Ignore', 'Strict', 'Warn'] as const
const managerLimit = 128

/** Parses the options of a create, update or patch. Thrown Invalid: if one of them has an unknown value. */
export function writeOptions({ request, url, actor, warnings }: Call, kind: string): WriteOptions {
  const query = url.searchParams
  const errors: FieldError[] = []
  const validation = query.get('fieldValidation') ?? ''
  const fieldValidation = validation === '' ? 'Warn' : validations.find((each) => each === validation)
  if (fieldValidation === undefined)
    errors.push(unsupported('fieldValidation', validation, ['', ...validations]))
  const dryRun = query.getAll('dryRun').filter((each) => each !== '')
  if (dryRun.some((each) => each !== 'All')) errors.push(unsupported('dryRun', dryRun, ['All']))
  const manager = query.get('fieldManager') ?? ''
  errors.push(...managerErrors(manager))
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', errors)
  return {
    actor,
    dryRun: dryRun.length > 0,
    fieldManager: manager === '' ? managerOf(request) : manager,
    fieldValidation: fieldValidation ?? 'Warn',
    force: isTrue(query.get('force') ?? 'false'),
    warnings,
  }
}

/** Returns the field manager of a request that names none: the client program, without its version. */
function managerOf(request: IncomingMessage): string {
  const agent = request.headers['user-agent'] ?? ''
  return (agent.split('/')[0] ?? '').slice(0, managerLimit) || 'unknown'
}

function managerErrors(manager: string): FieldError[] {
  if (manager.length > managerLimit)
    return [{ type: 'too long', field: 'fieldManager', detail: `may not be more than ${managerLimit} bytes` }]
  // oxlint-disable-next-line no-control-regex -- it matches control characters
  return /[\x00-\x1f\x7f]/.test(manager)
    ? [
        {
          type: 'invalid',
          field: 'fieldManager',
          value: manager,
          detail: 'should only contain printable characters',
        },
      ]
    : []
}

/** Checks that only an apply forces, and that it names a manager. */
export function checkApplyOptions(query: URLSearchParams, isApply: boolean): void {
  const errors: FieldError[] = []
  if (isApply && (query.get('fieldManager') ?? '') === '')
    errors.push({ type: 'required', field: 'fieldManager', detail: 'is required for apply patch' })
  if (!isApply && isTrue(query.get('force') ?? 'false'))
    errors.push({ type: 'forbidden', field: 'force', detail: 'may not be specified for non-apply patch' })
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', errors)
}

const propagations = ['Background', 'Foreground', 'Orphan'] as const

/** Parses deletion options from the body or the query. */
export function deleteOptions(
  query: URLSearchParams,
  body: JsonObject | undefined,
  actor: Actor,
): DeleteOptions {
  const options = body ?? fromQuery(query)
  const errors: FieldError[] = []
  const propagation = propagationOf(options, errors)
  const grace = options['gracePeriodSeconds']
  const dryRun = Array.isArray(options['dryRun']) ? options['dryRun'] : []
  if (dryRun.some((each) => each !== 'All')) errors.push(unsupported('dryRun', dryRun.map(String), ['All']))
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors)
  const preconditions = isObject(options['preconditions']) ? options['preconditions'] : {}
  return {
    actor,
    dryRun: dryRun.length > 0,
    propagation,
    gracePeriodSeconds: typeof grace === 'number' ? grace : undefined,
    preconditions: {
      uid: typeof preconditions['uid'] === 'string' ? preconditions['uid'] : undefined,
      resourceVersion:
        typeof preconditions['resourceVersion'] === 'string' ? preconditions['resourceVersion'] : undefined,
    },
  }
}

function propagationOf(options: JsonObject, errors: FieldError[]): Propagation | undefined {
  const given = options['propagationPolicy']
  const orphan = options['orphanDependents']
  if (typeof orphan === 'boolean' && given === undefined) return orphan ? 'Orphan' : 'Background'
  if (typeof orphan === 'boolean' && given !== null)
    errors.push(
      invalidValue('propagationPolicy', given, 'orphanDependents and deletionPropagation cannot be both set'),
    )
  if (given === undefined || given === null) return undefined
  const found = propagations.find((each) => each === given)
  if (found === undefined)
    errors.push(unsupported('propagationPolicy', given, ['Foreground', 'Background', 'Orphan', 'nil']))
  return found
}

function fromQuery(query: URLSearchParams): JsonObject {
  const grace = query.get('gracePeriodSeconds')
  if (grace !== null && !/^-?\d+$/.test(grace))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(grace)}: invalid syntax`)
  return {
    propagationPolicy: query.get('propagationPolicy') ?? undefined,
    gracePeriodSeconds: grace === null ? undefined : Number(grace),
    orphanDependents: query.has('orphanDependents') ? isTrue(query.get('orphanDependents')) : undefined,
    dryRun: query.getAll('dryRun'),
  }
}
