/** The names of a kind in the legacy REST API. Other names are derived from the names of the fields. */
export interface RestNames {
  /** Path below `/v0`, with hyphens. The spelling with underscores is accepted too. */
  path: string
  /** Older paths of the same objects. */
  pathAliases?: readonly string[]
  /** Legacy names of spec fields that cannot be derived, by the current name: `{ yamlDocument: 'YAMLDocument' }`. */
  fields?: Readonly<Record<string, string>>
  /**
   * Legacy names within lists of objects, by spec field and current name: `{ http: { tls: 'TLSEnabled' } }`. Requests may
   * use the current names, too.
   */
  nested?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /**
   * Current names of fields by older legacy names, which requests and filters accept: `{ WorkloadClusterID: 'runtime'
   * }`.
   */
  fieldAliases?: Readonly<Record<string, string>>
  /**
   * Legacy names of fields by which clients filter lists under another name: `{ default: 'DefaultAccount' }`. Requests have the
   * field under its own name only.
   */
  filterAliases?: Readonly<Record<string, string>>
  /**
   * Legacy fields that every response has, since clients fail without them: 0 or an empty text for none, which requests may contain
   * as well.
   */
  always?: readonly string[]
  /** Outputs that the legacy API has as fields, by their legacy names: `{ APIEndpoint: 'apiEndpoint' }`. */
  outputs?: Readonly<Record<string, string>>
  /** The kinds of owned objects whose IDs the legacy API has as fields, by these: `{ MetricsInstanceID: 'MetricsInstance' }`. */
  owned?: Readonly<Record<string, string>>
  /** Legacy references that only clients read, by name. Their IDs are kept in labels: see `keptReferencePrefix`. */
  kept?: Readonly<Record<string, KeptReference>>
  /** Legacy fields without a counterpart, by name. */
  inert?: Readonly<Record<string, InertField>>
  /** Legacy lists of other objects, which requests may contain only if they are empty. */
  associations?: readonly string[]
  /** The legacy list of the events of all objects of the kind. */
  events?: LegacyList
  /** The legacy list of the resources in clusters of all objects of the kind. */
  resources?: LegacyList
  /** Spec fields with a stream of YAML documents, which the legacy API has as a list of JSON objects. */
  manifestLists?: readonly string[]
  /** Spec fields with names of objects, which the legacy API has as a list of objects with a `Name`. */
  nameLists?: readonly string[]
  /** The values of required spec fields that requests of the legacy API may omit. */
  defaults?: Readonly<Record<string, unknown>>
  /** Legacy lists of the objects within fields, by spec field. */
  lists?: Readonly<Record<string, LegacyParts>>
  /** Legacy lists of the manifests within fields, by spec field. */
  documents?: Readonly<Record<string, LegacyDocuments>>
}

/**
 * A field of the legacy API without a counterpart. Responses contain its default, and requests may contain any value of
 * its type, with a warning if it is not the default.
 */
export interface InertField {
  /** `json` is any value; such a field has no default. */
  type: 'boolean' | 'integer' | 'string' | 'time' | 'json'
  description: string
  /** @default omitted from responses */
  default?: boolean | number | string
  /** Returns the value in responses by the outputs of the object. @default that of `default` */
  derive?: (outputs: Readonly<Record<string, unknown>>) => boolean
}

/** A legacy reference to an object that is kept for clients and has no other effect. */
export interface KeptReference {
  /** The kind of the object. */
  to: string
  description: string
  /** The owner that an object without the reference shows instead, or what that refers to by a field. */
  ofOwner?: { kind: string; field?: string }
}

/** A legacy list of entries of many objects. */
export interface LegacyList {
  /** Path below `/v0`. */
  path: string
  /** The `Type` of its responses. */
  type: string
}

/** A legacy list of the objects within a field of many objects. */
export interface LegacyParts extends LegacyList {
  /** What an entry is: a sentence. */
  description: string
  /** Current names of the fields that identify an entry within the field. Requests must have the first. */
  key: readonly string[]
  /** Returns the values of omitted fields of an entry, which the legacy API always has. */
  complete?: (entry: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}

/** A legacy list of the manifests within a field of many objects. */
export interface LegacyDocuments extends LegacyList {
  /** What an entry is: a sentence. */
  description: string
  /** Path below `/v0` at which several are added at once. */
  set: string
}

/** The inert fields of every definition. */
export const inertOfDefinitions = {
  ProfileID: { type: 'integer', description: 'The ID of a profile, which the legacy system never used.' },
  TierID: { type: 'integer', description: 'The ID of a tier, which the legacy system never used.' },
} as const satisfies Record<string, InertField>
