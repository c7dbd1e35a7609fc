import { databaseMachines, leastDatabaseStorage } from '../../schema/aws.ts'
import { awsDatabaseParameters } from '../../schema/profiles/types.ts'
import { defined } from '../../schema/defined.ts'
import { parseQuantity } from '../../schema/kubernetes/quantity.ts'
import { provideBy } from '../resources/provided.ts'
import { done } from '../engine/outcome.ts'
import type { DatabaseProvider } from './provider.ts'

/** Databases of Amazon RDS: PostgreSQL, and MariaDB for the protocol of MySQL, as in the runtime. */
export const aws: DatabaseProvider = {
  name: 'aws',

  ensure: async (context, _, database) => {
    const { engine, version, size, storage, databaseName, highAvailability, isGuarded, runtime } = database
    const { account, region, sizes = {}, ...parameters } = awsDatabaseParameters.parse(database.decided ?? {})
    const { finalSnapshot, passwordMaxAgeDays, ...settings } = parameters
    const provided = await provideBy(context, {
      kind: 'AwsRelationalDatabase',
      definition: {
        engine: engine === 'postgres' ? 'postgres' : 'mariadb',
        engineVersion: version,
        databaseName,
        machineSize: sizes[size] ?? databaseMachines[size],
        storageGb: Math.max(leastDatabaseStorage, Math.ceil(parseQuantity(storage) / 2 ** 30)),
        multiZone: highAvailability,
        ...defined({ awsAccount: account }),
        ...defined(settings),
      },
      instance: {
        guard: isGuarded ? 'on' : 'off',
        runtime: `${runtime.projectName ?? 'default'}/${runtime.name}`,
        ...defined({ region, finalSnapshot, passwordMaxAgeDays }),
      },
    })
    if ('outcome' in provided) return provided
    const { host, port, database: name, username } = provided.outputs
    const { password = '' } = provided.secrets
    return done('It is ready, in Amazon RDS.', {
      outputs: { provider: 'aws', engine, version, host, port, database: name, username },
      secretOutputs: { password },
    })
  },

  // The owned objects go with their owner.
  remove: async () => done('Everything is gone.'),
}
