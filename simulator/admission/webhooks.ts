import { randomUUID } from 'node:crypto'
import type { Actor, ClusterContext } from '../context.ts'
import { internalError, StatusError } from '../errors/status-error.ts'
import {
  clone,
  isObject,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  stringsOf,
  type Json,
  type JsonObject,
} from '../json.ts'
import { applyJsonPatch } from '../patch/json-patch.ts'
import type { KubeObject } from '../storage/object.ts'
import { decode } from '../strategy/decode.ts'
import type { WriteOptions } from '../target.ts'
import { callWebhook, WebhookError } from './webhook-call.ts'
import { isConcerned, type Admitted } from './webhook-rules.ts'

/*
 * Webhooks of MutatingWebhookConfiguration and ValidatingWebhookConfiguration, called as
 * https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/ describes. Not simulated:
 * matchConditions (CEL), reinvocation, and requests in an equivalent version.
 */

type AdmissionOptions = Pick<WriteOptions, 'actor' | 'dryRun'> & Partial<WriteOptions>

/** Calls mutating webhooks, one after the other, and changes the object in place. */
export async function mutateByWebhooks(
  context: ClusterContext,
  admitted: Admitted & { object: KubeObject },
  options: AdmissionOptions,
): Promise<void> {
  for (const webhook of webhooksOf(context, 'mutatingwebhookconfigurations')) {
    if (!isConcerned(context, webhook, admitted)) continue
    const patch = patchOf(await reviewBy(context, webhook, { admitted, options }))
    if (patch === undefined) continue
    const { object, target } = admitted
    const patched = applyJsonPatch(clone(object), patch)
    if (!isObject(patched)) throw internalError('the patched object is not an object')
    const next = decode(target.resource, patched, { fieldValidation: 'Ignore', warnings: new Set() })
    for (const field of Object.keys(object)) delete object[field]
    Object.assign(object, next)
  }
}

/** Calls validating webhooks. Thrown StatusError: if one refuses, or does not respond and its failurePolicy is Fail. */
export async function validateByWebhooks(
  context: ClusterContext,
  admitted: Admitted,
  options: AdmissionOptions,
): Promise<void> {
  const concerned = webhooksOf(context, 'validatingwebhookconfigurations').filter((webhook) =>
    isConcerned(context, webhook, admitted),
  )
  const results = await Promise.allSettled(
    concerned.map((webhook) => reviewBy(context, webhook, { admitted, options })),
  )
  const refused = results.find((result) => result.status === 'rejected')
  if (refused !== undefined) throw refused.reason
}

function webhooksOf({ store }: ClusterContext, plural: string): JsonObject[] {
  return store.list(`${plural}.admissionregistration.k8s.io`).flatMap((each) => objectsOf(each['webhooks']))
}

/** Returns the response of a webhook that allows the request; undefined if the call failed and may be ignored. */
async function reviewBy(
  context: ClusterContext,
  webhook: JsonObject,
  { admitted, options }: { admitted: Admitted; options: AdmissionOptions },
): Promise<JsonObject | undefined> {
  const name = stringOf(webhook['name'])
  try {
    const response = await callWebhook(context, webhook, reviewOf(admitted, options))
    for (const warning of stringsOf(response['warnings'])) options.warnings?.add(warning)
    if (response['allowed'] !== true) throw denied(name, objectOf(response['status']))
    return response
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    if (webhook['failurePolicy'] === 'Ignore') return undefined
    throw internalError(`failed calling webhook ${JSON.stringify(name)}: ${error.message}`)
  }
}

function denied(name: string, { code, reason, message }: JsonObject): StatusError {
  const by = `admission webhook ${JSON.stringify(name)} denied the request`
  const why = stringOf(message) || stringOf(reason)
  return new StatusError({
    code: Math.max(400, numberOf(code)),
    reason: stringOf(reason),
    message: why === '' ? `${by} without explanation` : `${by}: ${why}`,
  })
}

function patchOf(response: JsonObject | undefined): Json | undefined {
  const { patch } = response ?? {}
  if (typeof patch !== 'string') return undefined
  return JSON.parse(Buffer.from(patch, 'base64').toString()) as Json
}

function reviewOf({ target, operation, object, old }: Admitted, options: AdmissionOptions): JsonObject {
  const { group, version, kind, plural } = target.resource
  const [ofKind, ofResource] = [
    { group, version, kind },
    { group, version, resource: plural },
  ]
  const sub =
    target.subresource === ''
      ? {}
      : { subResource: target.subresource, requestSubResource: target.subresource }
  return {
    kind: 'AdmissionReview',
    apiVersion: 'admission.k8s.io/v1',
    request: {
      uid: randomUUID(),
      kind: ofKind,
      resource: ofResource,
      requestKind: ofKind,
      requestResource: ofResource,
      ...sub,
      ...(target.name === '' ? {} : { name: target.name }),
      ...(target.namespace === '' ? {} : { namespace: target.namespace }),
      operation,
      userInfo: userInfo(options.actor),
      object: object ?? null,
      oldObject: old ?? null,
      dryRun: options.dryRun,
      options: writtenOptions(operation, options),
    },
  }
}

function userInfo({ name, groups, uid }: Actor): JsonObject {
  return { username: name, groups: [...groups], ...(uid === undefined ? {} : { uid }) }
}

const optionKinds = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const

function writtenOptions(
  operation: Admitted['operation'],
  { dryRun, fieldManager }: AdmissionOptions,
): JsonObject {
  return {
    kind: optionKinds[operation],
    apiVersion: 'meta.k8s.io/v1',
    ...(dryRun ? { dryRun: ['All'] } : {}),
    ...(fieldManager === undefined ? {} : { fieldManager }),
  }
}
