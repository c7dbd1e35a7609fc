import type { Tables } from './tables.ts'

/*
 * The statements of server/notifications and of server/store/notifications.ts without notifications: the work that fills outboxes finds
 * no channel, so that it only saves its position, and outboxes are always empty. Sinks are not simulated either.
 */
export const notificationStatements = {
  'find-notification-channels': (): object[] => [],

  'save-notifications-position': (
    { leases }: Tables,
    [name, before, position]: [string, bigint, bigint],
  ): { name: string }[] => {
    const lease = leases.get(name)
    if (lease?.position !== before) return []
    leases.set(name, { ...lease, position })
    return [{ name }]
  },

  'ignore-events': (): object[] => [],

  'lock-channels': (db: Tables, [ids]: [bigint[]]): object[] =>
    ids.filter((id) => db.objects.has(id)).map((id) => ({ id })),

  'read-notification-backlog': (): object[] => [{ pending: 0, dropped: 0, nextIn: null }],
}
