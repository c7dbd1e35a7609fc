import type { z } from 'zod'
import type { ControlPlaneDefinition } from '../../schema/kinds/control-plane.ts'
import { mergeValues, parseValues, type Values } from '../../schema/values-document.ts'

/** A control plane as its instance and its definition specify it, with the version that was chosen for it. */
export interface DesiredControlPlane {
  /** The name of its resources, and of their release. */
  name: string
  namespace: string
  version: string
  definition: z.infer<typeof ControlPlaneDefinition.spec>
  /** The values of the instance. */
  valuesDocument: string | undefined
  /** The URL of an external database. */
  databaseUrl: string | undefined
}

/** Returns the values with which the chart is installed: those of users, between defaults and what fields decide. */
export function valuesOf(desired: DesiredControlPlane): Values {
  const { definition, valuesDocument } = desired
  return mergeValues(
    sizeValues(definition.highAvailability),
    parseValues(definition.valuesDocument),
    parseValues(valuesDocument),
    decidedValues(desired),
  )
}

function sizeValues(highAvailability: boolean): Values {
  const replicas = highAvailability ? 2 : 1
  return {
    server: { replicas },
    worker: { replicas },
    database: { cloudNativePG: { instances: highAvailability ? 3 : 1 } },
  }
}

function decidedValues({ name, version, definition, databaseUrl = '' }: DesiredControlPlane): Values {
  const { image, storage, database } = definition
  return {
    fullnameOverride: name,
    image: { repository: image, tag: version },
    database: {
      existingSecret: { name: '' },
      url: databaseUrl,
      cloudNativePG: {
        enabled: database === 'cloudNativePG',
        storage: { size: storage },
        keep: false,
        // The support service has checked it.
        checkOperator: false,
      },
    },
    // Renderings keep the generated values of the first, sealed, as those of any chart.
    secrets: {
      generate: 'always',
      keep: false,
      existingSecret: '',
      encryptionKey: '',
      adminToken: '',
      workerToken: '',
      natsToken: '',
    },
  }
}
