import { describe, expect, it } from 'vitest'
import { readServerConfig } from '../../server/config.ts'

const required = {
  QLEET_DATABASE_URL: 'postgres://qleet@db/qleet',
  QLEET_NATS_URL: 'nats://nats:4222',
  QLEET_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
}

describe('access to a server', () => {
  it('is denied to other users, and metrics have no port, by default', () => {
    expect(readServerConfig(required)).toMatchObject({
      QLEET_ALLOWED_HOSTS: [],
      QLEET_ALLOWED_ORIGINS: [],
      QLEET_METRICS_HOST: '127.0.0.1',
      QLEET_MAX_BODY: 16_000_000,
    })
    expect(readServerConfig(required)).not.toHaveProperty('QLEET_METRICS_PORT')
  })

  it('is granted to names that are separated by commas', () => {
    const settings = {
      QLEET_ALLOWED_HOSTS: 'qleet.example.com, *.internal.example,',
      QLEET_ALLOWED_ORIGINS: 'https://console.example.com,http://localhost:3000',
    }
    expect(readServerConfig({ ...required, ...settings })).toMatchObject({
      QLEET_ALLOWED_HOSTS: ['qleet.example.com', '*.internal.example'],
      QLEET_ALLOWED_ORIGINS: ['https://console.example.com', 'http://localhost:3000'],
    })
    expect(readServerConfig({ ...required, QLEET_ALLOWED_HOSTS: '*' }).QLEET_ALLOWED_HOSTS).toEqual(['*'])
  })

  it.each([
    ['QLEET_ALLOWED_HOSTS', 'https://qleet.example.com'],
    ['QLEET_ALLOWED_HOSTS', 'qleet.example.com:1323'],
    ['QLEET_ALLOWED_HOSTS', 'a b'],
    ['QLEET_ALLOWED_ORIGINS', 'console.example.com'],
    ['QLEET_ALLOWED_ORIGINS', 'https://console.example.com/'],
    ['QLEET_ALLOWED_ORIGINS', '*'],
    ['QLEET_METRICS_PORT', '70000'],
    ['QLEET_MAX_CONNECTIONS', '0'],
  ])('is refused with a remedy if %s is %s', (variable, value) => {
    const reading = (): unknown => readServerConfig({ ...required, [variable]: value })
    expect(reading).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        message: expect.stringMatching(new RegExp(`${variable}: .*Set it to `)),
      }),
    )
  })
})
