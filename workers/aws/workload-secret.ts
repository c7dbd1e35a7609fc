import { shortName } from '../../schema/short-name.ts'
import type { OwnedDocumentInput } from '../generated/documents.ts'
import type { Outcome } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'

/** The address and the credentials of a database. */
export interface Connection {
  host: string
  port: number
  database: string
  username: string
  password: string
}

interface Attached {
  /** The application that a database names; null if it names none. */
  application: { name: string; projectName: string | null } | null
  secretName: string | undefined
  connection: Connection
}

/**
 * Ensures the Secret with the connection in the namespace of an application, with the keys of Threeport. Resolves with an outcome
 * while it is not there yet; undefined when it is, or when there is no application.
 */
export async function ensureWorkloadSecret(
  context: ReconcileContext,
  { application, secretName, connection }: Attached,
): Promise<Outcome | undefined> {
  const { object, owns } = context
  if (application === null && !owns) return undefined
  const name = shortName(`database-${object.name}`)
  const common = { name, project: object.projectName ?? 'default' }
  const documents: OwnedDocumentInput[] =
    application === null
      ? []
      : [
          {
            kind: 'SecretDefinition',
            ...common,
            field: 'spec.definition',
            spec: {
              data: {
                'db-endpoint': connection.host,
                'db-port': String(connection.port),
                'db-name': connection.database,
                'db-user': connection.username,
                'db-password': connection.password,
              },
            },
          },
          {
            kind: 'SecretInstance',
            ...common,
            field: 'spec.workloadInstance',
            spec: {
              definition: name,
              workloadInstance: `${application.projectName ?? 'default'}/${application.name}`,
              secretName: secretName ?? object.name.toLowerCase().replaceAll('_', '-'),
            },
          },
        ]
  const owned = await reconcileOwned(context, documents)
  return 'outcome' in owned ? owned : unreadyOwned(owned)
}
