import { beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../schema/graphql/store.ts'
import type { OwnedDocument } from '../../../schema/graphql/store-reconciles.ts'
import type { SavedPlan } from '../../../schema/graphql/store-plans.ts'
import { defaultRuntime, definition, restartNamed, testStore, write } from '../../support/store.ts'

/* What a plan says about the environments and previews that leave with an application, or that it no longer has. */

const images = [{ name: 'nginx', digest: `sha256:${'1'.repeat(64)}` }]
const application = (spec: object = {}) => ({
  kind: 'Application',
  name: 'shop',
  spec: {
    definition: 'web',
    environments: [{ environment: 'staging' }, { environment: 'production' }],
    previews: {},
    ...spec,
  },
})

const test = testStore([
  ...defaultRuntime,
  definition('web'),
  { kind: 'Environment', name: 'staging', spec: {} },
  { kind: 'Environment', name: 'production', spec: {} },
  application(),
  { kind: 'Preview', name: 'shop-pr-1', spec: { application: 'shop', pullRequest: 1, images, build: 1 } },
])

const document = (kind: string, name: string, spec: object): OwnedDocument => ({ kind, name, spec })

beforeAll(async () => {
  const own = async (kind: string, name: string, documents: OwnedDocument[]): Promise<void> => {
    await test.store.applyOwned(await restartNamed(test.store, kind, name), documents, write)
  }
  const stages = ['staging', 'production'].map((environment) =>
    document('Stage', `shop-${environment}`, { application: 'shop', environment }),
  )
  await own('Application', 'shop', stages)
  for (const [kind, name] of [
    ['Stage', 'shop-staging'],
    ['Stage', 'shop-production'],
    ['Preview', 'shop-pr-1'],
  ] as const)
    await own(kind, name, [document('WorkloadInstance', name, { definition: 'web', runtime: 'space' })])
  // Of both, and what both need.
  const shared = document('WorkloadInstance', 'common', { definition: 'web', runtime: 'space' })
  for (const name of ['shop-staging', 'shop-production']) await own('WorkloadInstance', name, [shared])
  const runtime = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
  for (const name of ['shop-production', 'shop-pr-1']) {
    const { id, epoch } = await restartNamed(test.store, 'WorkloadInstance', name)
    const claim = { group: '', version: 'v1', kind: 'PersistentVolumeClaim', namespace: name, name: 'data' }
    await test.store.recordApplied(id, epoch, [
      { ...claim, runtimeId: runtime?.id ?? 0n, order: 0, uid: `uid-of-${name}` },
    ])
  }
})

async function planned(work: (store: Store) => Promise<unknown>): Promise<SavedPlan['effects']> {
  const request = { mutation: 'test', args: {} }
  const { plan } = await test.store.savePlan({ actor: write.actor, request }, work)
  return plan.effects
}

const leaving = ({ objects }: SavedPlan['effects']): string[] =>
  objects.map(({ action, kind, name, owner }) => `${action} ${kind} ${name} of ${owner.kind} ${owner.name}`)

describe('a plan', () => {
  it('has the previews of an application that is deleted, before it, with their data', async () => {
    const targets = [{ kind: 'Application', name: 'shop' }]
    const { deletions } = await planned((store) => store.delete(targets, { ...write, dryRun: true }))
    expect(deletions).toMatchObject([
      { kind: 'Preview', name: 'shop-pr-1', keptBy: [] },
      {
        kind: 'WorkloadInstance',
        name: 'shop-pr-1',
        keptBy: [],
        data: ['PersistentVolumeClaim shop-pr-1/data'],
      },
      { kind: 'Stage', name: 'shop-staging' },
      { kind: 'WorkloadInstance', name: 'shop-staging' },
      { kind: 'Stage', name: 'shop-production' },
      { kind: 'WorkloadInstance', name: 'shop-production' },
      { kind: 'WorkloadInstance', name: 'common', keptBy: [] },
      { kind: 'Application', name: 'shop' },
    ])
  })

  it('has what leaves with an environment that an application no longer has', async () => {
    const environments = [{ environment: 'staging' }]
    const effects = await planned((store) => store.apply([application({ environments })], write))
    expect(leaving(effects)).toEqual([
      'delete Stage shop-production of Application shop',
      'delete WorkloadInstance shop-production of Stage shop-production',
      'release WorkloadInstance common of WorkloadInstance shop-production',
    ])
    expect(effects.notes).toContain(
      'WorkloadInstance "shop-production" is deleted with the data of PersistentVolumeClaim shop-production/data.',
    )
  })

  it('has what leaves with the previews that an application no longer allows', async () => {
    const effects = await planned((store) => store.apply([application({ previews: undefined })], write))
    expect(leaving(effects)).toEqual([
      'delete Preview shop-pr-1 of Application shop',
      'delete WorkloadInstance shop-pr-1 of Preview shop-pr-1',
    ])
  })

  it('has nothing that leaves with a change of what stays', async () => {
    const effects = await planned((store) => store.apply([application({ retention: 3 })], write))
    expect(effects.objects).toEqual([])
  })
})
