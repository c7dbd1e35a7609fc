import { beforeAll, describe, expect, it } from 'vitest'
import { isPlatformError } from '../../../schema/errors.ts'
import type { PlannedRequest, SavedPlan } from '../../../schema/graphql/store-plans.ts'
import { chooseRevisions } from '../../../schema/delivery/choose.ts'
import { sortSurroundings } from '../../../schema/delivery/surroundings.ts'
import { testStore } from '../../support/store.ts'

const test = testStore()

const yamlDocument = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n'

function application(name: string, live: object = {}) {
  return {
    kind: 'Application',
    name,
    spec: { definition: 'shop', environments: [{ environment: 'live', ...live }, { environment: 'other' }] },
  }
}

function promotion(name: string, spec: object = {}) {
  return {
    kind: 'Promotion',
    name,
    project: 'default',
    spec: { application: 'shop', environment: 'live', revision: 1, ...spec },
  }
}

/** Plans a promotion as a user. */
async function planned(actor: string, spec: object = {}): Promise<SavedPlan> {
  const request: PlannedRequest = { mutation: 'test', args: {} }
  const { plan } = await test.store.savePlan({ actor, request }, (store) =>
    store.apply([promotion(`of-${actor}`, spec)], { actor }),
  )
  return plan
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => (isPlatformError(error) ? { code: error.code, fields: error.details.fields } : error),
  )
}

let names = 0

function approved(actor: string, spec: object) {
  names += 1
  return test.store.create(promotion(`p${names}`, spec), { actor })
}

beforeAll(async () => {
  const write = { actor: 'ann' }
  await test.store.apply(
    [
      { kind: 'Environment', name: 'live', spec: { policy: 'approval' } },
      { kind: 'Environment', name: 'other', spec: { policy: 'approval' } },
      { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument } },
      application('shop'),
      application('theme'),
    ],
    write,
  )
})

describe('a plan of a promotion', () => {
  it('says what it approves, also if that has to wait', async () => {
    await test.store.apply(
      [{ kind: 'Environment', name: 'live', spec: { policy: 'approval', approvals: 2 } }],
      {
        actor: 'ann',
      },
    )
    const { effects } = await planned('ann')
    expect(effects.rollouts.filter(({ application: { name } }) => name === 'shop')).toMatchObject([
      { environment: 'live', from: null, to: null, approves: 1, basis: { runs: 'nothing' } },
      { environment: 'other', approves: null },
    ])
    expect(effects.resources).toMatchObject([{ resource: 'ConfigMap/a', action: 'create' }])
  })

  it('is named by approvals of other users, which record who has made it', async () => {
    const { id } = await planned('ann')
    const { spec } = await approved('bob', { plan: id })
    expect(spec).toMatchObject({
      approver: 'bob',
      plan: id,
      planned: { by: 'ann', basis: { runs: 'nothing' } },
    })
    const again = await test.store.apply([promotion('p1', { plan: id })], { actor: 'cid' })
    expect(again).toMatchObject([{ result: 'unchanged' }])
  })

  it.each([
    ['another application', { application: 'theme' }],
    ['another environment', { environment: 'other' }],
    ['another revision', { revision: 2 }],
  ])('is refused for %s', async (_, spec) => {
    const { id } = await planned('ann')
    expect(await errorOf(approved('bob', { plan: id, ...spec }))).toMatchObject({
      fields: [
        {
          path: 'spec.plan',
          code: 'CONFLICT',
          message: expect.stringContaining('the plan approves revision 1 of shop for live'),
        },
      ],
    })
  })

  it('is refused once it has expired, or if it approves nothing', async () => {
    expect(await errorOf(approved('bob', { plan: 'aaaaaaaaaa' }))).toMatchObject({
      fields: [{ path: 'spec.plan', code: 'NOT_FOUND', remedy: expect.stringContaining('--dry-run=plan') }],
    })
    const request: PlannedRequest = { mutation: 'test', args: {} }
    const { plan } = await test.store.savePlan({ actor: 'ann', request }, (store) =>
      store.apply(
        [
          {
            kind: 'WorkloadDefinition',
            name: 'shop',
            spec: { yamlDocument: `${yamlDocument}data: { a: b }\n` },
          },
        ],
        {
          actor: 'ann',
        },
      ),
    )
    expect(await errorOf(approved('bob', { plan: plan.id }))).toMatchObject({
      fields: [{ message: expect.stringContaining('the plan approves nothing') }],
    })
  })

  it('cannot be forged', async () => {
    const { id } = await planned('ann')
    for (const spec of [
      { plan: id, planned: { by: 'eve', basis: {} } },
      { planned: { by: 'eve', basis: {} } },
    ])
      expect(await errorOf(approved('bob', spec))).toMatchObject({
        fields: [{ path: 'spec.planned', message: 'is recorded by the control plane' }],
      })
  })

  it('needs another user to approve it where the environment requires that', async () => {
    const spec = { policy: 'approval', approvalPlan: 'byAnother' }
    await test.store.apply([{ kind: 'Environment', name: 'live', spec }], { actor: 'ann' })
    const { id } = await planned('ann')
    expect(await errorOf(approved('ann', { plan: id }))).toMatchObject({
      fields: [{ path: 'spec.plan', code: 'FORBIDDEN', message: expect.stringContaining('was made by ann') }],
    })
    await approved('bob', { plan: id })
  })

  it('is outdated once something would be different, and lists that', async () => {
    const { id } = await planned('ann')
    await test.store.apply([application('shop', { parameters: { size: 'l' } })], { actor: 'ann' })
    await test.store.apply(
      [{ kind: 'Environment', name: 'live', spec: { policy: 'approval', settle: 3, approvals: 2 } }],
      { actor: 'ann' },
    )
    expect(await errorOf(approved('bob', { plan: id }))).toMatchObject({
      code: 'PLAN_OUTDATED',
      fields: [
        {
          path: 'spec.plan',
          message:
            'names a plan that would not do any more what it was made for: application.parameters has changed, ' +
            'environment.settle has changed',
        },
      ],
    })
  })
})

describe('an approval of a plan', () => {
  const now = Date.parse('2026-11-25T12:00:00Z')
  const basis = (runs: string, more: object = {}) => ({ by: 'ann', basis: { runs, ...more } })

  /** Returns what live runs, and what it waits for. */
  function live({ rules = {}, promotions = [] as object[], running = 1 }) {
    const object = (kind: string, name: string, manifestSpec: object) => ({
      id: name,
      kind,
      name,
      createdAt: '',
      ready: true,
      manifestSpec,
      status: { outputs: kind === 'ApplicationRevision' ? { definition: name } : {}, cause: null },
    })
    const around = sortSurroundings([
      object('Environment', 'live', { policy: 'approval', ...rules }),
      ...[1, 2, 3].map((number) => object('ApplicationRevision', `r${number}`, { number, images: [] })),
      object('Stage', 'live', { environment: 'live', revision: `r${running}` }),
      ...promotions.map((spec, index) => object('Promotion', `p${index}`, { environment: 'live', ...spec })),
    ])
    const spec = { definition: 'shop', environments: [{ environment: 'live' }] }
    const [choice] = chooseRevisions(spec, around, now)
    return [choice?.revision?.name, choice?.waiting]
  }

  const plan = 'k7m2q9x4ab'

  it('holds while the rollout would do the same, and for what runs already', () => {
    expect(live({ promotions: [{ revision: 3, plan, planned: basis('1') }] })).toEqual(['r3', undefined])
    expect(live({ running: 3, promotions: [{ revision: 3, plan, planned: basis('1') }] })).toEqual([
      'r3',
      undefined,
    ])
  })

  it('does not hold once that is different, and nothing that was approved before takes its place', () => {
    const promotions = [
      { revision: 1 },
      { revision: 3, plan, planned: basis('1', { 'environment.settle': 'x' }), approver: 'bob' },
    ]
    expect(live({ promotions, running: 2 })).toEqual([
      'r2',
      'The approval of revision 3 for live by bob does not hold: plan k7m2q9x4ab is outdated, because it would replace revision 1, and 2 ' +
        'runs now, environment.settle has changed.',
    ])
    const anew = [...promotions, { revision: 3, plan, planned: basis('2') }]
    expect(live({ promotions: anew, running: 2 })).toEqual(['r3', undefined])
  })

  it('is what counts where plans are required', () => {
    const required = { approvalPlan: 'required' }
    expect(live({ rules: required, promotions: [{ revision: 3, approver: 'bob' }] })).toEqual([
      'r1',
      'The approval of revision 3 for live by bob does not hold: it names no plan, which the environment requires.',
    ])
    const own = [{ revision: 3, plan, planned: basis('1'), approver: 'ann' }]
    expect(live({ rules: required, promotions: own })[0]).toBe('r3')
    expect(live({ rules: { approvalPlan: 'byAnother' }, promotions: own })).toEqual([
      'r1',
      expect.stringContaining('was made by ann as well'),
    ])
  })

  it('counts with those of others, each as long as it holds', () => {
    const rules = { approvals: 2, approvalPlan: 'required' }
    const by = (approver: string, runs: string) => ({ revision: 3, plan, planned: basis(runs), approver })
    expect(live({ rules, promotions: [by('ann', '1'), by('ann', '1')] })[1]).toContain('1 of 2 approvals')
    expect(live({ rules, promotions: [by('ann', '2'), by('bob', '1')] })[1]).toContain(
      'Revision 3 has 1 of 2 approvals for live, by bob. The approval of revision 3 for live by ann does not hold',
    )
    expect(live({ rules, promotions: [by('ann', '1'), by('bob', '1')] })[0]).toBe('r3')
  })
})
