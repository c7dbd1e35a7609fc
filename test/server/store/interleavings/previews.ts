import type { Store } from '../../../../schema/graphql/store.ts'
import { definition, write } from '../../../support/store.ts'
import { apply, remove, reportOf, started, startedOf, type Known, type RaceTable } from './initial-states.ts'
import type { Operation } from './race.ts'

const application = { kind: 'Application', name: 'shop' }

function preview(pullRequest: number, build: number) {
  const images = [{ name: 'nginx', digest: `sha256:${String(build).repeat(64)}` }]
  return {
    kind: 'Preview',
    name: `shop-pr-${pullRequest}`,
    spec: { application: 'shop', pullRequest, images, build },
  }
}

/** An application that allows one preview. */
async function shop(store: Store): Promise<Known> {
  const spec = { definition: 'web', environments: [{ environment: 'staging' }], previews: { max: 1 } }
  await store.apply(
    [definition('web'), { kind: 'Environment', name: 'staging', spec: {} }, { ...application, spec }],
    write,
  )
  return { shop: await started(store, application) }
}

/** The same, with a preview whose reconcile has reported its end. */
async function expired(store: Store): Promise<Known> {
  await shop(store)
  await store.apply([preview(1, 1)], write)
  const known = await started(store, preview(1, 1))
  const report = reportOf(known)
  const outputs = { state: 'Expired' }
  await store.report({ ...report, status: { ...report.status, outputs } })
  return { shop: await started(store, application), preview: known }
}

const retire: Operation<Known> = ({ store }, known) => {
  const { id, epoch } = startedOf(known, 'shop')
  return store.retireChildren({ id, epoch }, [startedOf(known, 'preview').id])
}

export const previews: RaceTable = {
  'two previews of an application that allows one': {
    prepare: shop,
    operations: { one: apply(preview(1, 1)), two: apply(preview(2, 1)) },
  },
  'two previews of one pull request': {
    prepare: shop,
    operations: { one: apply(preview(1, 1)), two: apply({ ...preview(1, 1), name: 'other' }) },
  },
  'two builds of a preview': {
    prepare: expired,
    operations: { older: apply(preview(1, 2)), newer: apply(preview(1, 3)) },
  },
  'the end of a preview, and a push': {
    prepare: expired,
    operations: { retire, user: apply(preview(1, 2)) },
  },
  'the end of a preview, and its deletion': {
    prepare: expired,
    operations: { retire, user: remove({ kind: 'Preview', name: 'shop-pr-1' }) },
  },
}
