import { timestamp, type ClusterContext } from '../context.ts'
import { newAuthority } from '../certificates/authority.ts'
import { at, equal, isObject, objectOf, objectsOf, stringOf, stringsOf, type JsonObject } from '../json.ts'
import { isTrue, withCondition } from '../objects/conditions.ts'
import type { Condition } from '../objects/kinds.ts'
import { shortHash } from '../objects/short-hash.ts'
import type { StoreEvent } from '../storage/history.ts'
import type { KubeObject } from '../storage/object.ts'
import { isDeleting, itself, keyOf, splitKey, type Control } from '../controllers/controller.ts'
import type { StandIn } from './stand-in.ts'

/*
 * A stand-in of cert-manager. Nobody outside of the cluster is asked: an ACME issuer has an account at once, and every
 * certificate is signed by an authority that exists only for it. As cert-manager does by default, it leaves Secrets behind.
 */

const service = 'certificates'
const component = 'cert-manager-certificates-issuing'
const certificateResource = 'certificates.cert-manager.io'
const issuerResources = {
  Issuer: 'issuers.cert-manager.io',
  ClusterIssuer: 'clusterissuers.cert-manager.io',
} as const

/** The annotation of a Secret with a digest of what its certificate was issued for. */
const issuedFor = 'simulator.qleetos.io/issued-for'

/** Registers accounts, and checks the Secrets of private authorities. */
export const issuers: readonly StandIn[] = Object.values(issuerResources).map((resource) => ({
  name: resource,
  service,
  component,
  resource,
  watches: {
    [resource]: itself,
    secrets: (_: StoreEvent, { store }: ClusterContext) => store.list(resource).map(keyOf),
  },
  async reconcile(key, control) {
    const issuer = control.context.store.get({ resource, ...splitKey(key) })
    if (issuer === undefined || isDeleting(issuer)) return
    await report(issuer, control, await issuerCondition(issuer, control))
  },
}))

async function issuerCondition(issuer: KubeObject, control: Control): Promise<Condition> {
  const { store } = control.context
  const namespace = issuer.metadata.namespace ?? 'cert-manager'
  const spec = objectOf(issuer['spec'])
  if (isObject(spec['selfSigned'])) return condition('True', 'IsReady', '')
  if (isObject(spec['ca'])) {
    const name = stringOf(spec['ca']['secretName'])
    const secret = store.get({ resource: 'secrets', namespace, name })
    return secret === undefined
      ? condition('False', 'ErrGetKeyPair', `Error getting keypair for CA issuer: secret "${name}" not found`)
      : condition('True', 'KeyPairVerified', 'Signing CA verified')
  }
  const account = stringOf(at(spec['acme'], 'privateKeySecretRef', 'name'))
  if (account === '') return condition('False', 'InvalidConfig', 'the issuer has no configuration')
  if (store.get({ resource: 'secrets', namespace, name: account }) === undefined) {
    const { key } = await (await newAuthority('account')).issueClient('account')
    const metadata = { name: account, namespace }
    await control.writes.create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
      type: 'Opaque',
      data: { 'tls.key': Buffer.from(key).toString('base64') },
    })
  }
  return condition('True', 'ACMEAccountRegistered', 'The ACME account was registered with the ACME server')
}

/** Issues certificates. */
export const certificates: StandIn = {
  name: certificateResource,
  service,
  component,
  resource: certificateResource,
  watches: {
    [certificateResource]: itself,
    [issuerResources.Issuer]: all,
    [issuerResources.ClusterIssuer]: all,
    secrets: all,
  },
  async reconcile(key, control) {
    const { store } = control.context
    const certificate = store.get({ resource: certificateResource, ...splitKey(key) })
    if (certificate === undefined || isDeleting(certificate)) return
    const problem = issuerProblem(certificate, control.context)
    if (problem !== undefined) {
      await report(certificate, control, condition('False', 'DoesNotExist', problem))
      return
    }
    await writeSecret(certificate, control)
    await report(
      certificate,
      control,
      condition('True', 'Ready', 'Certificate is up to date and has not expired'),
    )
  },
}

function all(_: StoreEvent, { store }: ClusterContext): string[] {
  return store.list(certificateResource).map(keyOf)
}

function issuerProblem(certificate: KubeObject, { store }: ClusterContext): string | undefined {
  const reference = objectOf(at(certificate, 'spec', 'issuerRef'))
  const kind = stringOf(reference['kind']) === 'ClusterIssuer' ? 'ClusterIssuer' : 'Issuer'
  const name = stringOf(reference['name'])
  const namespace = kind === 'Issuer' ? (certificate.metadata.namespace ?? '') : ''
  const issuer = store.get({ resource: issuerResources[kind], namespace, name })
  if (issuer === undefined)
    return `Issuing certificate as Secret does not exist: referenced ${kind} "${name}" not found`
  const conditions = objectsOf(at(issuer['status'], 'conditions')) as unknown as Condition[]
  return isTrue(conditions, 'Ready')
    ? undefined
    : `Issuing certificate as Secret does not exist: referenced ${kind} "${name}" is not ready`
}

/** Creates the Secret of a certificate, or replaces its content if the certificate is for other names by now. */
async function writeSecret(certificate: KubeObject, { context, writes }: Control): Promise<void> {
  const { namespace = '' } = certificate.metadata
  const spec = objectOf(certificate['spec'])
  const name = stringOf(spec['secretName'])
  const existing = context.store.get({ resource: 'secrets', namespace, name })
  const names = stringsOf(spec['dnsNames'])
  const wanted = shortHash({ names, issuer: spec['issuerRef'] ?? null })
  if (existing?.metadata.annotations?.[issuedFor] === wanted) return
  const authority = await newAuthority('simulated')
  const identity = await authority.issueServer(
    names[0] ?? name,
    names.map((value) => ({ type: 'dns' as const, value })),
  )
  const encode = (text: string): string => Buffer.from(text).toString('base64')
  const data: JsonObject = {
    'tls.crt': encode(identity.certificate),
    'tls.key': encode(identity.key),
    'ca.crt': encode(authority.ca),
  }
  const annotations = { 'cert-manager.io/certificate-name': certificate.metadata.name, [issuedFor]: wanted }
  if (existing === undefined) {
    const metadata = { name, namespace, annotations }
    await writes.create({ apiVersion: 'v1', kind: 'Secret', metadata, type: 'kubernetes.io/tls', data })
    return
  }
  await writes.update(existing, (draft) => {
    draft.metadata.annotations = { ...draft.metadata.annotations, ...annotations }
    draft['data'] = data
  })
}

function condition(status: 'True' | 'False', reason: string, message: string): Condition {
  return { type: 'Ready', status, reason, message }
}

async function report(object: KubeObject, { context, writes }: Control, ready: Condition): Promise<void> {
  const before = objectOf(object['status'])
  const observed = { ...ready, observedGeneration: object.metadata.generation }
  const conditions = withCondition(
    // Only withCondition writes the conditions of these objects.
    before['conditions'] as Condition[] | undefined,
    observed,
    timestamp(context.now()),
  )
  const status = { ...before, conditions }
  if (equal(before, status)) return
  await writes.updateStatus(object, (draft) => {
    draft['status'] = status
  })
}
