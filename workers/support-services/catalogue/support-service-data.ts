import type { Manifest } from '../../../schema/manifests.ts'
import type { Values } from '../../../schema/values-document.ts'
import type { OwnerClaim } from '../../engine/reconciler.ts'

/** What there is to know about a support service: how it is found, installed, proven to work, and removed. */
export interface SupportServiceData {
  /** The name of the software, for messages. */
  software: string
  chart: {
    repo: string
    name: string
    /** The newest version that this release knows. What is installed stays until it is moved. */
    version: string
    /**
     * The SHA-256 digest of the archive, as in the index of its repository. An archive with another one is refused.
     * @default recorded at the first installation, for charts of registries without such an index
     */
    digest?: string
  }
  /** The namespace of the release, as in the documentation of the software. */
  namespace: string
  /** The name of the release. @default that of the chart */
  releaseName?: string
  /** Set if its pods read files of their nodes, which the namespace then has to permit. @default false */
  readsNodes?: true
  /** Values of the chart, among them those without which its rendering differs from its installation by Helm. */
  values: Values
  /** Values for some providers of runtimes, merged over {@link SupportServiceData.values}. */
  valuesByProvider?: Readonly<Record<string, Values>>
  /** Values for clusters that serve a kind, without which the software would not start. @default none */
  valuesIfServed?: ValuesIfServed
  /** The name of the value that identifies the installation among those in all clusters. @default none */
  identityValue?: string
  /** @default one that somebody else made is not used, because it does not do what QleetOS needs */
  recognition?: Recognition
  preflight: readonly PreflightCheck[]
  /** What shows that the service works, beyond ready resources. */
  proofs: readonly Proof[]
  /** Resources to apply once the service works, and to remove before it, for example a GatewayClass. */
  extras?: readonly Manifest[]
  /** What follows from the claims of the objects that need the service. @default nothing */
  claimed?: ClaimedParts
  /**
   * Set to `off` if its volumes hold only data of objects that need it, whose deletion has been confirmed when it is removed
   * with the last of them. @default removals of its volumes wait for a confirmation
   */
  guard?: 'off'
  /** What an upgrade changes, as a sentence for whoever decides on it. */
  upgradeNote: string
}

/** Values of a chart that concern a kind which other software defines. */
export interface ValuesIfServed {
  apiVersion: string
  kind: string
  values: Values
}

/** What the claims of owners change about an installation. */
export interface ClaimedParts {
  /** Returns values of the chart, merged over {@link SupportServiceData.values}. */
  values(claims: readonly OwnerClaim[], place: ClaimedPlace): Values
  /** Returns what the stand-in has in a simulated runtime. */
  manifests(claims: readonly OwnerClaim[], place: ClaimedPlace): readonly Manifest[]
}

/** Where a service with claims is installed. */
export interface ClaimedPlace {
  /** The name of the runtime. */
  runtime: string
}

/** How an installation that somebody else made is recognised. */
export interface Recognition {
  /** The CustomResourceDefinitions by name, each with the versions that QleetOS writes. */
  definitions?: Readonly<Record<string, readonly string[]>>
  /** Labels of its Deployment in any namespace, one set per way of installation. @default the proofs are enough */
  controllers?: readonly Readonly<Record<string, string>>[]
  proofs: readonly Proof[]
}

/** A fact in the cluster that shows that a service works. */
export type Proof = ConditionProof | AnswerProof | AcceptanceProof

/** An object with a true condition. */
export interface ConditionProof {
  apiVersion: string
  kind: string
  condition: string
  /** The name of the object. @default any object of the kind */
  name?: string
  namespace?: string
  /** Values of fields by path, such as `spec.controllerName`. */
  fields?: Readonly<Record<string, string>>
}

/** A list that the API server answers with at least one item. */
export interface AnswerProof {
  /** The path of the list. */
  answers: string
}

/** An object that the API server accepts in a dry run, so that webhooks have to answer. */
export interface AcceptanceProof {
  accepts: Manifest
}

/** A condition of an installation, checked before anything is applied. */
export type PreflightCheck = VersionCheck | AbsenceCheck | PresenceCheck

/** The version of Kubernetes has to be in a range. */
export interface VersionCheck {
  kubernetes: string
  remedy: string
}

interface ObjectCheck {
  apiVersion: string
  kind: string
  /** The name of the object. @default any object of the kind */
  name?: string
  namespace?: string
  remedy: string
}

/** An object must not exist, because two installations would work against each other. */
export interface AbsenceCheck extends ObjectCheck {
  presence: 'forbidden'
}

/** An object has to exist. */
export interface PresenceCheck extends ObjectCheck {
  presence: 'required'
}
