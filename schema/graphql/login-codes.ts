import { builder } from './builder.ts'
import type { IssuedLoginCode } from './context.ts'
import { mutationOptions, payloadType } from './writes.ts'

/* Codes with which a browser logs in to the console. */

builder.mutationField('createLoginCode', (t) => {
  const { extensions, ...options } = mutationOptions(
    'operate',
    'Creates a code with which a browser logs in to the console, once, within five minutes, as the actor of the request. The ' +
      'address `/#login=CODE` of the server uses it: browsers do not send what follows the `#`.',
  )
  return t.field({
    type: payloadType<IssuedLoginCode>('CreateLoginCodePayload', {
      description: 'The result of `createLoginCode`.',
      writes: false,
      fields: (fields) => ({
        code: fields.string({
          nullable: true,
          description: 'The code. Null if the mutation was refused.',
          resolve: ({ result }) => result?.code ?? null,
        }),
        expiresAt: fields.field({
          type: 'DateTime',
          nullable: true,
          description: 'The time at which the code expires. Null if the mutation was refused.',
          resolve: ({ result }) => result?.expiresAt ?? null,
        }),
      }),
    }),
    ...options,
    // The response is a secret, so it must not be stored for repetitions with the same idempotency key.
    extensions: { ...extensions, storesNoResponse: true },
    resolve: async (_, __, context) => ({ result: await context.createLoginCode() }),
  })
})
