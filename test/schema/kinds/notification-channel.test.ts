import { describe, expect, it } from 'vitest'
import { describeFieldError } from '../../../schema/errors.ts'
import { checkObject } from '../../../schema/inputs.ts'

function errorsOf(spec: Record<string, unknown>): string[] {
  return checkObject({ kind: 'NotificationChannel', name: 'a', spec }, '').errors.map(describeFieldError)
}

describe('the address of a notification channel', () => {
  it.each([
    [
      { type: 'webhook', address: 'https://ann:hunter2@example.com/hook' },
      'spec.address: contains a login, which all readers of the channel would see. Remove address, put the URL into the key ' +
        'address of a SecretDefinition, and name that in secret.',
    ],
    [
      { type: 'webhook', address: 'https://hunter2@example.com/hook' },
      'spec.address: contains a login, which all readers of the channel would see. Remove address, put the URL into the key ' +
        'address of a SecretDefinition, and name that in secret.',
    ],
    [
      { type: 'webhook', address: 'https://hooks.slack.com/services/T000/B000/hunter2' },
      'spec.address: is a URL of Slack, whose path is a secret that all readers of the channel would see. Remove address, put ' +
        'the URL into the key address of a SecretDefinition, and name that in secret.',
    ],
    [
      { type: 'gitlab', address: 'https://ann:hunter2@git.example.com', repository: 'a/b', secret: 'c' },
      'spec.address: contains a login, which all readers of the channel would see. Remove the login; the key token of the ' +
        'Secret is sent instead.',
    ],
    [
      { type: 'webhook', address: 'ftp://ann:hunter2@example.com/hook' },
      'spec.address: must be a URL such as https://example.com/hook, got "ftp://(secret)@example.com/hook".',
    ],
  ])('is refused with a secret in it, which is not quoted: %j', (spec, expected) => {
    expect(errorsOf(spec)).toEqual([expected])
  })

  it('is accepted without', () => {
    expect(errorsOf({ type: 'webhook', address: 'https://example.com/a@b:c?d=//e:f@g' })).toEqual([])
  })
})
