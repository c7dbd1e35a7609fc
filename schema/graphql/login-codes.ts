import { invalidInput, shownValue } from '../errors.ts'
import { builder } from './builder.ts'
import type { IssuedLoginCode } from './context.ts'
import { mutationOptions, payloadType } from './writes.ts'

/* Codes with which a browser logs in to the console. */

/** Lifetimes of codes in seconds. A code is used at once, or by who reads it in a terminal. */
const lifetimes = { min: 10, max: 300 }

const CodeInput = builder.inputType('CreateLoginCodeInput', {
  description: 'Specifies the code to create.',
  fields: (t) => ({
    seconds: t.int({
      defaultValue: lifetimes.max,
      description: `The lifetime of the code in seconds, from ${lifetimes.min} to ${lifetimes.max}.`,
    }),
  }),
})

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
    args: { input: t.arg({ type: CodeInput, description: 'The lifetime. Default: five minutes.' }) },
    resolve: async (_, { input }, context) => ({
      result: await context.createLoginCode(checkedLifetime(input?.seconds ?? lifetimes.max)),
    }),
  })
})

function checkedLifetime(seconds: number): number {
  if (seconds >= lifetimes.min && seconds <= lifetimes.max) return seconds
  const message = `must be between ${lifetimes.min} and ${lifetimes.max}`
  throw invalidInput([{ path: 'input.seconds', code: 'OUT_OF_RANGE', message, value: shownValue(seconds) }])
}
