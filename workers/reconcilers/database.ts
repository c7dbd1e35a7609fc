import type { z } from 'zod'
import {
  databaseProviders,
  isOlderVersion,
  offeredVersions,
  type DatabaseEngine,
} from '../../schema/databases.ts'
import {
  DatabaseDefinition,
  type DatabaseInstance as DatabaseInstanceKind,
} from '../../schema/kinds/database.ts'
import { databaseParameters } from '../databases/parameters.ts'
import type { DatabaseProvider } from '../databases/provider.ts'
import { providers } from '../databases/providers.ts'
import { failed, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'

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
      parameters: databaseParameters(provider.name, spec.size),
      ...placeOf(context),
    })
  },

  remove: (context, environment) => {
    const { definition } = objectAs(context.object, 'DatabaseInstance')
    const { engine } = DatabaseDefinition.spec.parse(referenced(definition).manifestSpec)
    return providerOf(context, engine).remove(context, environment, placeOf(context))
  },
}

function placeOf({ object }: ReconcileContext) {
  const { runtime, manifestSpec } = objectAs(object, 'DatabaseInstance')
  // The server has validated the spec with the schema of the kind.
  const { guard } = manifestSpec as z.infer<(typeof DatabaseInstanceKind)['spec']>
  return { runtime: referenced(runtime), isGuarded: guard !== 'off' }
}

/** Returns the provider that was chosen before, or else the default one of the engine. */
function providerOf({ state }: ReconcileContext, engine: DatabaseEngine): DatabaseProvider {
  const chosen = databaseProviders.find((name) => name === state['provider'])
  return providers[chosen ?? offeredVersions[engine].provider]
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
