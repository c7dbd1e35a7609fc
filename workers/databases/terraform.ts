import { parseQuantity } from '../../schema/kubernetes/quantity.ts'
import { done, failed } from '../engine/outcome.ts'
import { provideByTerraform } from '../resources/provided-by-terraform.ts'
import type { DatabaseProvider } from './provider.ts'

/** Databases by a configuration of Terraform or OpenTofu, which the profile names. */
export const terraform: DatabaseProvider = {
  name: 'terraform',

  ensure: async (context, _, database) => {
    const { engine, version, size, storage, databaseName, highAvailability, isGuarded, decided } = database
    const provided = await provideByTerraform(context, {
      parameters: decided,
      isGuarded,
      wishes: {
        engine,
        engine_version: version,
        size,
        storage_gb: Math.ceil(parseQuantity(storage) / 2 ** 30),
        database_name: databaseName,
        high_availability: highAvailability,
      },
      outputs: ['host', 'port', 'username', 'password'],
    })
    if ('outcome' in provided) return provided
    const { host, port, username, password = '', database: name = databaseName } = provided.values
    if (!/^\d{1,5}$/.test(port ?? '')) {
      const message = `The output port of its configuration is ${JSON.stringify(port)}, which is not the number of a port.`
      return failed({ reason: 'InvalidOutput', message, blocked: true }, { retryable: false })
    }
    return done('It is ready.', {
      outputs: { provider: 'terraform', engine, version, host, port: Number(port), database: name, username },
      secretOutputs: { password },
    })
  },

  // The owned objects go with their owner.
  remove: async () => done('Everything is gone.'),
}
