import { at, equal, listOf, objectsOf } from '../json.ts'
import { getKind } from '../objects/stored.ts'
import { matchesSelector } from '../selectors/selectors.ts'
import type { StoreEvent } from '../storage/history.ts'
import type { KubeObject } from '../storage/object.ts'
import type { Store } from '../storage/store.ts'
import { stringMap } from '../strategy/labels.ts'
import { isDeleting, keyOf, splitKey, type Controller } from './controller.ts'

const clusterRoles = 'clusterroles.rbac.authorization.k8s.io'
const manager = 'clusterrole-aggregation-controller'

/** Gives cluster roles with an aggregation rule the rules of the roles that it selects. */
export const clusterRoleController: Controller = {
  name: manager,
  component: manager,
  watches: { [clusterRoles]: aggregating },
  async reconcile(key, { context, writes }) {
    const role = getKind(context.store, clusterRoles, splitKey(key))
    if (role === undefined || isDeleting(role)) return
    const rules = rulesFor(role, context.store)
    if (equal(listOf(role['rules']), rules)) return
    const { apiVersion, kind, metadata } = role
    await writes.apply({ apiVersion, kind, metadata: { name: metadata.name }, rules })
  },
}

/** Returns all roles that aggregate, since any role may be selected by them. */
function aggregating(_: StoreEvent, { store }: { store: Store }): string[] {
  return store
    .list(clusterRoles)
    .filter((role) => selectorsOf(role).length > 0)
    .map(keyOf)
}

function selectorsOf(role: KubeObject) {
  return objectsOf(at(role, 'aggregationRule', 'clusterRoleSelectors'))
}

function rulesFor(role: KubeObject, store: Store) {
  const rules = selectorsOf(role).flatMap((selector) =>
    store
      .list(clusterRoles)
      .filter(
        ({ metadata }) =>
          metadata.name !== role.metadata.name && matchesSelector(selector, stringMap(metadata.labels)),
      )
      .flatMap((part) => objectsOf(part['rules'])),
  )
  return rules.filter((rule, index) => rules.findIndex((each) => equal(each, rule)) === index)
}
