import { isRecord } from '../../../schema/records.ts'
import type { ReleaseState, ReleaseToCheck } from '../../../schema/release-checks.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { needsThread } from '../../manifests/digests.ts'
import { withStandIns } from '../../manifests/stand-ins.ts'
import type { StoreContext } from '../context.ts'
import { openSpecSecrets } from '../secrets.ts'
import { specOf } from '../sql.ts'
import type { ChangedRelease, ReleaseRows } from './changed-releases.ts'
import { rulesFor, type Brought } from './check-targets.ts'
import type { AskedRuntime } from './cluster-checks.ts'
import { placedIn } from './placed-objects.ts'
import { sealPassword } from './planned-password.ts'

/** A Helm workload in a runtime, or why its resources cannot be found out there. */
export interface ReleaseTarget extends AskedRuntime {
  release: ReleaseToCheck
}

interface PlanContext extends Pick<StoreContext, 'sql' | 'encryption' | 'digester'> {
  actor: string
}

/** Returns what workers have to know to find out what becomes of Helm workloads. Reads within the transaction of the plan. */
export async function releaseTargets(
  context: PlanContext,
  releases: readonly ChangedRelease[],
  { created, arriving }: Brought,
): Promise<ReleaseTarget[]> {
  const placed = await placedIn(context.sql, releases, created)
  const targets: ReleaseTarget[] = []
  for (const { item, asked, ...known } of placed) {
    const { object, before, after } = item
    const { releaseNamespace: namespace, ...spec } = specOf(after.instance)
    const rules = rulesFor(
      { ...spec, ...(namespace === undefined ? {} : { namespace }) },
      { ...known, arriving },
    )
    const standIn = standIns(context)
    targets.push({
      ...asked,
      release: {
        ...rules,
        installed: installedOf(known.instance),
        ...(before === undefined ? {} : { before: await stateOf(context, before, { object, standIn }) }),
        after: await stateOf(context, after, { object, standIn }),
      },
    })
  }
  return targets
}

/** Returns a document with stand-ins of a scope. */
type StandIn = (secretValues: string, scope: string) => Promise<string>

/** Returns a function that makes each document with stand-ins once, long ones in another thread. */
function standIns({ encryption, digester, actor }: PlanContext): StandIn {
  const known = new Map<string, string>()
  return async (secretValues, scope) => {
    const name = JSON.stringify([scope, secretValues])
    const task = { secretValues, key: encryption.placeholderKey(scope) }
    const made =
      known.get(name) ??
      (needsThread(secretValues) ? await digester.standIn(task, actor) : withStandIns(task))
    known.set(name, made)
    return made
  }
}

/** Returns what the reconciler of an instance has recorded. */
function installedOf(instance: StoredObject | undefined): ReleaseToCheck['installed'] {
  const state = isRecord(instance?.reconcilerState) ? instance.reconcilerState : {}
  if (state['deployed'] !== true) return 'none'
  return state['upgrade'] === true ? 'upgrade' : 'install'
}

async function stateOf(
  { encryption }: Pick<StoreContext, 'encryption'>,
  { instance, definition, definitionProject }: ReleaseRows,
  { object, standIn }: { object: ChangedRelease['object']; standIn: StandIn },
): Promise<ReleaseState> {
  const specWithStandIns = async (row: StoredObject, project: string) => {
    const { secretValuesDocument, password } = openSpecSecrets({ encryption }, { ...row, project })
    // A release cannot be compared with others, nor the values of its definition with those of the instance.
    const scope = [object, { ...row, project }].map((each) => `${each.kind}/${each.project}/${each.name}`)
    const { password: _, secretValuesDocument: __, ...spec } = specOf(row)
    if (secretValuesDocument === undefined) return { password, spec }
    const standing = await standIn(secretValuesDocument, scope.join(' '))
    return { password, spec: { ...spec, secretValuesDocument: standing } }
  }
  const { password, spec } = await specWithStandIns(definition, definitionProject)
  return {
    definition: spec,
    instance: (await specWithStandIns(instance, object.project)).spec,
    ...(password === undefined ? {} : { sealedPassword: sealPassword(encryption, password) }),
    found: isRecord(definition.reconcilerState) ? definition.reconcilerState : {},
  }
}
