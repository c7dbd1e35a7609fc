import type { z } from 'zod'
import { databaseProviders, offeredVersions, type DatabaseEngine } from '../../schema/databases.ts'
import {
  DatabaseDefinition,
  type DatabaseInstance as DatabaseInstanceKind,
} from '../../schema/kinds/database.ts'
import type { DatabaseProvider } from '../databases/provider.ts'
import { providers } from '../databases/providers.ts'
import { failed, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { isOlderVersion } from '../../schema/versions.ts'

/** Reconciles a database with the provider that was chosen for it first. */
export const DatabaseInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const references = objectAs(context.object, 'DatabaseInstance')
    const spec = DatabaseDefinition.spec.parse(referenced(references.definition).manifestSpec)
    const provider = providerOf(context, spec.engine)
    const version = versionOf(context, spec)
    if (typeof version !== 'string') return version
    context.updateState({ provider: provider.name, version })
    return provider.ensure(context, environment, {
      ...spec,
      version,
      decided: specOf(context).parameters,
      ...placeOf(context),
    })
  },

  remove: (context, environment) => {
    const { definition } = objectAs(context.object, 'DatabaseInstance')
    const { engine } = DatabaseDefinition.spec.parse(referenced(definition).manifestSpec)
    return providerOf(context, engine).remove(context, environment, placeOf(context))
  },
}

function specOf({ object }: ReconcileContext): z.infer<(typeof DatabaseInstanceKind)['spec']> {
  // The server has validated the spec with the schema of the kind.
  return object.manifestSpec as z.infer<(typeof DatabaseInstanceKind)['spec']>
}

function placeOf(context: ReconcileContext) {
  const { runtime } = objectAs(context.object, 'DatabaseInstance')
  return { runtime: referenced(runtime), isGuarded: specOf(context).guard !== 'off' }
}

/** Returns the provider that was chosen: by a profile, or by an earlier release, which had no profiles of databases. */
function providerOf(context: ReconcileContext, engine: DatabaseEngine): DatabaseProvider {
  const chosen = databaseProviders.find((name) => name === context.state['provider'])
  return providers[specOf(context).provider ?? chosen ?? offeredVersions[engine].provider]
}

/**
 * Returns the version to run: that of the definition, or else the one that was chosen when the instance was created. An
 * outcome refuses an older version than the one that runs.
 */
function versionOf(
  { state }: ReconcileContext,
  { engine, version }: { engine: DatabaseEngine; version?: string | undefined },
): string | Outcome {
  const { version: running } = state
  const [newest = ''] = offeredVersions[engine].versions.slice(-1)
  if (typeof running !== 'string') return version ?? newest
  if (version === undefined || !isOlderVersion(version, running)) return version ?? running
  const message = `Its data is of version ${running}, which version ${version} cannot read. Set version ${running} in its definition.`
  return failed({ reason: 'VersionTooOld', message, blocked: true }, { retryable: false })
}
