import type { Tables } from './tables.ts'

/*
 * The statements of server/store/notifications.ts that a channel runs. Nobody fills outboxes in the simulation, so that they are
 * always empty.
 */
export const notificationStatements = {
  'lock-channels': (db: Tables, [ids]: [bigint[]]): object[] =>
    ids.filter((id) => db.objects.has(id)).map((id) => ({ id })),

  'read-notification-backlog': (): object[] => [{ pending: 0, dropped: 0, nextIn: null }],
}
