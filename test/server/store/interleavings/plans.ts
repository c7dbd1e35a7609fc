import type { ObjectInput } from '../../../../schema/inputs.ts'
import type { Store } from '../../../../schema/graphql/store.ts'
import { definition, write } from '../../../support/store.ts'
import { apply, running, type Known, type RaceTable } from './initial-states.ts'
import type { Operation } from './race.ts'

/** Plans are executed as they are or not at all, whatever happens at the same time. */

/** A plan of an apply, which a race prepares and its operations execute. */
class PlannedApply {
  readonly #documents: readonly ObjectInput[]
  #id = ''

  constructor(...documents: readonly ObjectInput[]) {
    this.#documents = documents
  }

  readonly prepare = async (store: Store): Promise<Known> => {
    await running(store)
    const request = { mutation: 'apply', args: {} }
    const { plan } = await store.savePlan({ actor: 'ci', request }, (within) => this.#apply(within))
    this.#id = plan.id
    return {}
  }

  readonly execute: Operation<Known> = ({ store }) =>
    store.executePlan({ actor: 'ci', id: this.#id }, (within) => this.#apply(within))

  #apply(store: Store): Promise<unknown> {
    return store.apply(this.#documents, write)
  }
}

const change = new PlannedApply(definition('web', 'b'))
const creation = new PlannedApply(definition('new'))

export const plans: RaceTable = {
  'a plan that two execute': {
    prepare: creation.prepare,
    operations: { one: creation.execute, other: creation.execute },
    preemptions: 1,
  },
  'a plan, and another change of its object': {
    prepare: change.prepare,
    operations: { plan: change.execute, edit: apply(definition('web', 'c')) },
    preemptions: 1,
  },
  'a plan, and another object of the same name': {
    prepare: creation.prepare,
    operations: { plan: creation.execute, object: apply(definition('new', 'other')) },
    preemptions: 1,
  },
}
