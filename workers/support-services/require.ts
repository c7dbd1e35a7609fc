import { supportServiceLabel } from '../../schema/names.ts'
import { supportServiceName } from '../../schema/short-name.ts'
import type { SupportService } from '../../schema/support-services.ts'

/**
 * Returns the document of a support service of a runtime, for the owned objects of whatever needs it there. All of them
 * own the object together, and it is deleted with the last.
 */
export function supportServiceOf(
  service: SupportService,
  runtime: { name: string; projectName: string | null },
) {
  return {
    kind: 'SupportServiceInstance',
    name: supportServiceName(service, runtime.name),
    project: runtime.projectName ?? 'default',
    labels: { [supportServiceLabel]: service },
    spec: { service, runtime: runtime.name },
  }
}
