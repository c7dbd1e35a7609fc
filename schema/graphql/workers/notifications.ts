import { checkId } from '../arguments.ts'
import { builder } from '../builder.ts'
import type { Notification } from '../../notifications/notice.ts'
import type { NotificationMessage, TakenNotifications } from '../store-reconciles.ts'

/* Worker operations of notification channels: what a channel sends, and that its sink has accepted it. */

const NotificationType = builder.objectRef<Notification>('OutgoingNotification').implement({
  description: 'A notification that a channel sends.',
  fields: (t) => ({
    notice: t.field({
      type: 'JSON',
      description: 'What happened, and to what.',
      resolve: ({ notice }) => notice,
    }),
    count: t.exposeInt('count', { description: 'The number of times that it happened.' }),
  }),
})

const MessageType = builder.objectRef<NotificationMessage>('NotificationMessage').implement({
  description: 'A message that a channel sends. A repeat has the same ID and the same notifications.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'The ID of the message.' }),
    test: t.exposeString('test', {
      nullable: true,
      description: 'The ID of the test that it contains. Null if it contains none.',
    }),
    notifications: t.field({
      type: [NotificationType],
      description: 'The notifications, in order.',
      complexity: { field: 1, multiplier: 1 },
      resolve: ({ notifications }) => notifications,
    }),
  }),
})

const TakenType = builder.objectRef<TakenNotifications>('TakenNotifications').implement({
  description: 'What a channel has to send.',
  fields: (t) => ({
    pending: t.exposeInt('pending', { description: 'The number of notifications that were not sent.' }),
    dropped: t.exposeInt('dropped', {
      description: 'The number of notifications of the last seven days that could not be sent within a day.',
    }),
    nextIn: t.exposeInt('nextIn', {
      nullable: true,
      description: 'The milliseconds until there is a message. Null if nothing is pending.',
    }),
    message: t.field({
      type: MessageType,
      nullable: true,
      description: 'The message to send now. Null if there is none.',
      resolve: ({ message }) => message,
    }),
  }),
})

builder.mutationField('takeNotifications', (t) =>
  t.field({
    type: TakenType,
    authScopes: { verb: 'work' },
    description:
      'Returns the message that a channel has to send: the one that was not accepted yet, or else a new one. Drops what is older than ' +
      'a day. Fails with `STALE_EPOCH` if a later reconcile has started.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the NotificationChannel.' }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
      max: t.arg.int({ required: true, description: 'The maximum number of notifications in a message.' }),
      digest: t.arg.int({
        required: true,
        description: 'The milliseconds for which notifications are collected.',
      }),
    },
    resolve: (_, { id, epoch, max, digest }, { store }) =>
      store.takeNotifications({ id: checkId(id), epoch }, { max, digest }),
  }),
)

builder.mutationField('acknowledgeMessage', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description: 'Records that the sink of a channel has accepted a message.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the NotificationChannel.' }),
      message: t.arg.string({ required: true, description: 'The ID of the message.' }),
    },
    resolve: async (_, { id, message }, { store }) => {
      await store.acknowledgeMessage(checkId(id), message)
      return true
    },
  }),
)
