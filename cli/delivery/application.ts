import type { z } from 'zod'
import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { Application } from '../../schema/kinds/application.ts'
import type { ApplicationRevision } from '../../schema/kinds/application-revision.ts'
import type { Stage } from '../../schema/kinds/stage.ts'
import { kindByNoun } from '../kind-names.ts'
import { findTarget } from '../objects/find.ts'

/** An object with the spec and the outputs of its kind. */
export interface Typed<Kind extends { spec: z.ZodType; outputs: z.ZodType }> {
  object: AnyObject
  spec: z.infer<Kind['spec']>
  /** Empty until the first reconcile. */
  outputs: Partial<z.infer<Kind['outputs']>>
}

export type KnownApplication = Typed<typeof Application>
export type KnownRevision = Typed<typeof ApplicationRevision>
export type KnownStage = Typed<typeof Stage>

export function typed<Kind extends { spec: z.ZodType; outputs: z.ZodType }>(object: AnyObject): Typed<Kind> {
  // The server has validated specs and outputs with the schemas of the kinds.
  return { object, spec: object.manifestSpec, outputs: object.status.outputs } as Typed<Kind>
}

/** Returns an application. Throws NOT_FOUND when it does not exist. */
export async function findApplication(
  client: Client,
  { name, project }: { name: string; project: string | undefined },
): Promise<KnownApplication> {
  return typed(await findTarget(client, { kind: kindByNoun('application'), name, project }))
}

/** Returns the revisions of an application in the order of their numbers, and its stages. */
export async function partsOf(
  client: Client,
  { object }: KnownApplication,
): Promise<{ revisions: KnownRevision[]; stages: KnownStage[] }> {
  const owned = await ownedBy(client, object)
  const ofKind = <Kind extends { spec: z.ZodType; outputs: z.ZodType }>(kind: string): Typed<Kind>[] =>
    owned.filter((each) => each.kind === kind).map((each) => typed<Kind>(each))
  return {
    revisions: ofKind<typeof ApplicationRevision>('ApplicationRevision').toSorted(
      (one, other) => one.spec.number - other.spec.number,
    ),
    stages: ofKind<typeof Stage>('Stage'),
  }
}

/** Returns the objects that an object owns. */
export async function ownedBy(client: Client, { id }: AnyObject): Promise<AnyObject[]> {
  const owned: AnyObject[] = []
  for await (const each of client.objects.owned(id)) owned.push(each)
  return owned
}

/** Returns the stages of an application. */
export async function stagesOf(client: Client, application: KnownApplication): Promise<KnownStage[]> {
  return childrenOf<typeof Stage>(client, application, 'Stage')
}

/** Returns the objects of a kind that are about an application, oldest first. */
export async function childrenOf<Kind extends { kind: string; spec: z.ZodType; outputs: z.ZodType }>(
  client: Client,
  { object }: KnownApplication,
  kind: Kind['kind'],
): Promise<Typed<Kind>[]> {
  const children: Typed<Kind>[] = []
  const filter = { references: { id: object.id, field: 'application' }, deleting: false }
  for await (const each of client.objects.list(kind, { filter })) children.push(typed<Kind>(each))
  return children
}

/** Throws if an application does not list an environment. */
export function assertEnvironment({ object, spec }: KnownApplication, environment: string): void {
  const names = spec.environments.map((each) => each.environment)
  if (names.includes(environment)) return
  throw new PlatformError(
    'NOT_FOUND',
    `application/${object.name} has no environment "${environment}". It has ${names.join(', ')}.`,
  )
}

/** Throws if an application has no revision of a number. */
export function assertRevision(
  { object }: KnownApplication,
  revisions: readonly KnownRevision[],
  number: number,
): void {
  const numbers = revisions.map(({ spec }) => spec.number)
  if (numbers.includes(number)) return
  const known = numbers.length === 0 ? 'It has none yet.' : `It has ${numbers.join(', ')}.`
  throw new PlatformError('NOT_FOUND', `application/${object.name} has no revision ${number}. ${known}`)
}
