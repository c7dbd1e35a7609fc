import { stringify } from 'yaml'
import { isRecord } from '../../../schema/records.ts'
import { parseValues } from '../../../schema/values-document.ts'
import type { ReleaseState, ReleaseToCheck } from '../../../schema/release-checks.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import type { StoreContext } from '../context.ts'
import { openSpecSecrets } from '../secrets.ts'
import { specOf } from '../sql.ts'
import type { ChangedRelease, ReleaseRows } from './changed-releases.ts'
import { rulesFor, type Brought } from './check-targets.ts'
import type { AskedRuntime } from './cluster-checks.ts'
import { placedIn } from './placed-objects.ts'
import { sealPassword } from './planned-password.ts'
import { withStandIns } from './stand-ins.ts'

/** A Helm workload in a runtime, or why its resources cannot be found out there. */
export interface ReleaseTarget extends AskedRuntime {
  release: ReleaseToCheck
}

/** Returns what workers have to know to find out what becomes of Helm workloads. Reads within the transaction of the plan. */
export async function releaseTargets(
  { sql, encryption }: Pick<StoreContext, 'sql' | 'encryption'>,
  releases: readonly ChangedRelease[],
  { created, arriving }: Brought,
): Promise<ReleaseTarget[]> {
  const placed = await placedIn(sql, releases, created)
  return placed.map(({ item: { object, before, after }, asked, ...known }) => {
    const { releaseNamespace: namespace, ...spec } = specOf(after.instance)
    const rules = rulesFor(
      { ...spec, ...(namespace === undefined ? {} : { namespace }) },
      { ...known, arriving },
    )
    return {
      ...asked,
      release: {
        ...rules,
        installed: installedOf(known.instance),
        ...(before === undefined ? {} : { before: stateOf({ encryption }, before, object) }),
        after: stateOf({ encryption }, after, object),
      },
    }
  })
}

/** Returns what the reconciler of an instance has recorded. */
function installedOf(instance: StoredObject | undefined): ReleaseToCheck['installed'] {
  const state = isRecord(instance?.reconcilerState) ? instance.reconcilerState : {}
  if (state['deployed'] !== true) return 'none'
  return state['upgrade'] === true ? 'upgrade' : 'install'
}

function stateOf(
  { encryption }: Pick<StoreContext, 'encryption'>,
  { instance, definition, definitionProject }: ReleaseRows,
  release: ChangedRelease['object'],
): ReleaseState {
  const specWithStandIns = (row: StoredObject, project: string) => {
    const { secretValuesDocument, password } = openSpecSecrets({ encryption }, { ...row, project })
    // A release cannot be compared with others, nor the values of its definition with those of the instance.
    const scope = [release, { ...row, project }].map((each) => `${each.kind}/${each.project}/${each.name}`)
    const { password: _, secretValuesDocument: __, ...spec } = specOf(row)
    const values =
      secretValuesDocument === undefined
        ? {}
        : {
            secretValuesDocument: stringify(
              withStandIns(parseValues(secretValuesDocument), encryption, scope.join(' ')),
            ),
          }
    return { password, spec: { ...spec, ...values } }
  }
  const { password, spec } = specWithStandIns(definition, definitionProject)
  return {
    definition: spec,
    instance: specWithStandIns(instance, release.project).spec,
    ...(password === undefined ? {} : { sealedPassword: sealPassword(encryption, password) }),
    found: isRecord(definition.reconcilerState) ? definition.reconcilerState : {},
  }
}
