/** The entries of a binding, with the names of the Service Binding specification where it has one. */
export interface Binding {
  /** The type of the service, which determines the type of the Secret. */
  type: string
  entries: Readonly<Record<string, string>>
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
   * The spec field by which an object refers to the application that it is attached to. Such an object needs the
   * application, so it is deleted before it.
   */
  attachedBy?: string
  /** Returns the binding of an object; undefined while its outputs are incomplete. */
  bind(outputs: Outputs, secrets: SecretValues): Binding | undefined
}

/** The suffix of the name of the Secret with a binding. */
export const bindingSuffix = '-binding'
