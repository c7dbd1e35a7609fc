import type { FieldError } from '../errors.ts'
import type { ResourceIdentity } from '../manifests.ts'

/** The entries of a binding, with the names of the Service Binding specification where it has one. */
export interface Binding {
  /** The type of the service, which determines the type of the Secret. */
  type: string
  entries: Readonly<Record<string, string>>
}

/** A binding that is a Secret in the namespace of the application already. */
export interface DeliveredBinding {
  secret: string
  keys: readonly string[]
  /** A digest of the values; undefined while they are unknown. */
  digest: string | undefined
}

/** The secret values of an object in plain text, by name. */
export type SecretValues = Readonly<Record<string, string>>

/**
 * The facts about a kind that applications may depend on.
 *
 * Source of the names of entries: https://servicebinding.io/spec/core/1.1.0/#well-known-secret-entries
 */
export interface DependencyFacts<Outputs> {
  /**
   * The spec field by which an object refers to the application that it is attached to; fields that take its place are for
   * other kinds of applications. Such an object needs the application, so it is deleted before it.
   */
  attachedBy?: string
  /** Set if the object serves only the application that it is attached to, so that others cannot use it. */
  isPrivate?: true
  /** The spec fields with host names, in which `{name}` stands for the name of the instance of the application. */
  hostFields?: readonly string[]
  /** Set to false if an application starts without the binding, unless it asks for its entries. @default true */
  isNeededToStart?: false
  /**
   * Returns the contradictions between the spec of an object and the resources of the application that it is attached to,
   * at paths within the spec.
   */
  checkWithApplication?(
    spec: Readonly<Record<string, unknown>>,
    resources: readonly ResourceIdentity[],
  ): FieldError[]
  /** Returns the binding of an object; undefined while its outputs are incomplete. */
  bind(outputs: Outputs, secrets: SecretValues): Binding | DeliveredBinding | undefined
}

/** The suffix of the name of the Secret with a binding. */
export const bindingSuffix = '-binding'
