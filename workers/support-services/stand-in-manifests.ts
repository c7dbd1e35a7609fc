import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installation } from '../../process/installation.ts'
import type { ChartedService } from '../../schema/support-services.ts'

/**
 * Returns the stand-in of a service for simulated runtimes, as a stream of YAML documents: its definitions, and the
 * Deployment whose controller is part of the simulator. Undefined if there is none.
 */
export function standInOf(service: ChartedService): string | undefined {
  const file = join(installation, `workers/support-services/stand-ins/${service}.yaml`)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
