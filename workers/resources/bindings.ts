import { createHmac } from 'node:crypto'
import { bindingSuffix, type Binding, type DeliveredBinding } from '../../schema/dependencies/binding.ts'
import type { Dependency } from '../../schema/dependencies/declaration.ts'
import { isRecord, type Manifest } from '../../schema/manifests.ts'
import { dependencyLabel } from '../../schema/names.ts'
import {
  templatePath,
  updatedAt,
  withContainersOf,
  withTemplateAnnotations,
} from '../../schema/overriding/pod-templates.ts'

/*
 * Bindings as Kubernetes Secrets, by the Service Binding specification: https://servicebinding.io/spec/core/1.1.0/. A Secret is
 * a "direct secret reference" of the specification, so that tools which implement it can use it unchanged.
 */

/** The binding of one dependency, as a Secret in the namespace of the application. */
export interface BoundDependency {
  dependency: Dependency
  /** The name of the Secret. */
  secret: string
  /** The keys of the Secret. */
  keys: readonly string[]
  /** The digest of its values; undefined while they are unknown. */
  digest: string | undefined
  /** The Secret itself, unless another object delivers it. */
  manifest: Manifest | undefined
}

/** Returns a dependency with its binding as a Secret in a namespace. */
export function boundDependency(
  dependency: Dependency,
  binding: Binding | DeliveredBinding,
  { namespace, digestKey }: { namespace: string; digestKey: Buffer },
): BoundDependency {
  if ('secret' in binding) return { dependency, manifest: undefined, ...binding }
  const secret = `${dependency.name}${bindingSuffix}`
  const entries = { type: binding.type, provider: 'qleetos', ...binding.entries }
  return {
    dependency,
    secret,
    keys: Object.keys(entries),
    digest: digestOf(binding, digestKey),
    manifest: bindingManifest({ dependency, secret, binding, entries, namespace }),
  }
}

interface NewSecret {
  dependency: Dependency
  secret: string
  binding: Binding
  entries: Readonly<Record<string, string>>
  namespace: string
}

/** Returns the Secret with a binding. Its type is immutable, so a change of the type replaces the Secret. */
function bindingManifest({ dependency, secret, binding, entries, namespace }: NewSecret): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: `servicebinding.io/${binding.type}`,
    metadata: {
      name: secret,
      namespace,
      labels: { [dependencyLabel]: dependency.name },
      annotations: { 'qleet.io/replace': 'true' },
    },
    data: Object.fromEntries(
      Object.entries(entries).map(([name, value]) => [name, Buffer.from(value).toString('base64')]),
    ),
  }
}

/** The prefix of the annotation of a pod template with the digest of a binding that its containers use. */
const digestAnnotation = 'binding.qleet.io/'

/**
 * Returns the manifests of an application with its bindings: containers get the environment variables that dependencies
 * inject, and pod templates get a digest of the bindings that they use, so that a changed binding rolls them out. The given
 * manifests are not changed.
 */
export function withBindings(
  manifests: readonly Manifest[],
  bound: readonly BoundDependency[],
): readonly Manifest[] {
  return withBindingDigests(withInjections(manifests, bound), bound)
}

/** Returns the manifests with the environment variables that dependencies inject. The given manifests are not changed. */
export function withInjections(
  manifests: readonly Manifest[],
  bound: readonly BoundDependency[],
): readonly Manifest[] {
  const injecting = bound.filter(({ dependency }) => (dependency.inject ?? []).length > 0)
  if (injecting.length === 0) return manifests
  return withTemplates(manifests, (template, { metadata }) =>
    injecting.reduce((pod, each) => injectInto(pod, each, metadata.name), template),
  )
}

/**
 * Returns the manifests with a digest of the bindings that their pods use, so that a changed binding rolls them out. The given
 * manifests are not changed.
 */
export function withBindingDigests(
  manifests: readonly Manifest[],
  bound: readonly BoundDependency[],
): readonly Manifest[] {
  const rolled = bound.filter(({ dependency }) => dependency.rollout !== 'manual')
  if (rolled.length === 0) return manifests
  return withTemplates(manifests, (template) => {
    const used = rolled.filter(({ secret }) => usesSecret(template, secret))
    return used.length === 0 ? template : annotated(template, used)
  })
}

function withTemplates(
  manifests: readonly Manifest[],
  update: (template: Json, manifest: Manifest) => Json,
): readonly Manifest[] {
  return manifests.map((manifest) => {
    const path = templatePath(manifest)
    return path === undefined ? manifest : updatedAt(manifest, path, (template) => update(template, manifest))
  })
}

function digestOf({ type, entries }: Binding, digestKey: Buffer): string {
  const sorted = Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHmac('sha256', digestKey)
    .update(JSON.stringify([type, sorted]))
    .digest('hex')
    .slice(0, 16)
}

type Json = Record<string, unknown>

function injectInto(template: Json, { dependency, secret, keys }: BoundDependency, workload: string): Json {
  const injections = (dependency.inject ?? []).filter(
    (each) => each.workload === undefined || each.workload === workload,
  )
  return injections.reduce((pod, { container, ...injection }) => {
    const variables = variablesOf(dependency, injection, keys).map(([name, key]) => ({
      name,
      valueFrom: { secretKeyRef: { name: secret, key } },
    }))
    const addTo = (each: Json): Json =>
      container === undefined || each['name'] === container ? withEnv(each, variables) : each
    return updatedAt(pod, ['spec'], (spec) => withContainersOf(spec, addTo))
  }, template)
}

/** Returns the variables of an injection, each with the entry of the binding that it gets. */
function variablesOf(
  { name }: Dependency,
  { prefix, env }: Pick<NonNullable<Dependency['inject']>[number], 'prefix' | 'env'>,
  keys: readonly string[],
): [string, string][] {
  const single = Object.entries(env ?? {})
  if (prefix === undefined && single.length > 0) return single
  const start = prefix ?? `${variableName(name)}_`
  const all = keys.map((key): [string, string] => [`${start}${variableName(key)}`, key])
  return [...single, ...all]
}

function variableName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]/g, '_').toUpperCase()
}

/** Returns a container with the variables that it does not declare itself. */
export function withEnv(container: Json, variables: readonly { name: string }[]): Json {
  const declared = Array.isArray(container['env']) ? (container['env'] as unknown[]) : []
  const names = new Set(declared.map((each) => (isRecord(each) ? each['name'] : undefined)))
  const added = variables.filter(({ name }) => !names.has(name))
  return added.length === 0 ? container : { ...container, env: [...declared, ...added] }
}

/** Reports whether a pod template refers to a Secret: in a variable, `envFrom`, or a volume. */
export function usesSecret(value: unknown, secret: string): boolean {
  if (Array.isArray(value)) return value.some((each) => usesSecret(each, secret))
  if (!isRecord(value)) return false
  return Object.entries(value).some(([field, inner]) => {
    if (!isRecord(inner)) return usesSecret(inner, secret)
    const isReference = field === 'secretKeyRef' || field === 'secretRef' || field === 'secret'
    return (
      (isReference && (inner['name'] === secret || inner['secretName'] === secret)) ||
      usesSecret(inner, secret)
    )
  })
}

function annotated(template: Json, used: readonly BoundDependency[]): Json {
  const digests = used.flatMap(({ dependency, digest }): [string, string][] =>
    digest === undefined ? [] : [[`${digestAnnotation}${dependency.name}`, digest]],
  )
  return withTemplateAnnotations(template, Object.fromEntries(digests))
}
