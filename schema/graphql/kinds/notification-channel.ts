import { builder } from '../builder.ts'
import { implementKind } from '../kind-type.ts'
import { AnyObjectReferenceInput, targetOf } from '../references.ts'
import { mutationOptions, optionsArgument, payloadType, written } from '../writes.ts'

implementKind('NotificationChannel')

const SendTestNotificationInput = builder.inputType('SendTestNotificationInput', {
  description: 'Specifies the notification channel to test.',
  fields: (t) => ({
    target: t.field({ type: AnyObjectReferenceInput, required: true, description: 'The channel.' }),
  }),
})

builder.mutationField('sendTestNotification', (t) =>
  t.field({
    type: payloadType<string>('SendTestNotificationPayload', {
      description: 'The result of `sendTestNotification`.',
      fields: (fields) => ({
        test: fields.string({
          nullable: true,
          description:
            'The ID of the test. Once the sink has accepted it, it is the output `lastTest` of the channel. Null if the mutation was ' +
            'refused.',
          resolve: ({ result }) => result ?? null,
        }),
      }),
    }),
    ...mutationOptions(
      'operate',
      'Sends a notification that tests a channel, after those that it has to send already.',
    ),
    args: {
      input: t.arg({ type: SendTestNotificationInput, required: true, description: 'The channel.' }),
      options: t.arg(optionsArgument),
    },
    resolve: (_, { input: { target }, options }, context) =>
      written(context, options, async (write) => {
        const result = await context.store.sendTestNotification(targetOf(target, { path: 'target' }), write)
        return { result, written: [] }
      }),
  }),
)
