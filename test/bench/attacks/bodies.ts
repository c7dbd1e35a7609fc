import { head } from '../../support/raw-http.ts'
import { values } from './anonymous.ts'
import { codeOf, type Attack } from './attack.ts'
import { atOnce, drip, megabyte, post } from './sending.ts'

const longest = 15 * megabyte

/** The attacks of bodies with a token before they are processed. */
export const bodyAttacks: readonly Attack[] = [
  {
    name: 'eight bodies of 15 MB of small values with a token',
    expected: ['400', '429'],
    run: async (target) => atOnce(8, () => post(target, { body: values(longest), token: target.token })),
  },
  {
    name: 'a body of as many different keys as it may have',
    expected: ['200', '400', '429'],
    run: async (target) => atOnce(4, () => post(target, { body: keys(95_000), token: target.token })),
  },
  {
    name: 'eight bodies of 15 MB of text with a token',
    expected: ['200', '400', '429'],
    run: async (target) => atOnce(8, () => post(target, { body: text(longest), token: target.token })),
  },
  {
    name: 'eight bodies of 15 MB in chunks with a token',
    expected: ['200', '400', '429', 'ended'],
    run: async (target) =>
      atOnce(8, () => post(target, { body: text(longest), token: target.token, chunked: true })),
  },
  {
    name: 'ten documents that are longer than a request may be',
    expected: ['INVALID_INPUT'],
    run: async ({ client }) => {
      const spec = { yamlDocument: 'x'.repeat(20 * megabyte) }
      return atOnce(10, (index) =>
        codeOf(client.apply([{ kind: 'WorkloadDefinition', name: `long-${index}`, spec }])),
      )
    },
  },
  {
    name: 'two hundred bodies that are sent slowly',
    expected: ['408', '429'],
    run: async (target) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': String(megabyte),
        authorization: `Bearer ${target.token}`,
      }
      return atOnce(200, () => drip(target, head('POST /graphql', headers)))
    },
  },
]

function keys(count: number): Buffer {
  const list = Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')
  return Buffer.from(`{"query":"{ __typename }","variables":{"a":{${list}}}}`)
}

/** Returns escaped characters, which are the slowest to parse. */
function text(bytes: number): Buffer {
  return Buffer.from(`{"query":"{ __typename }","variables":{"a":"${'\\n'.repeat(bytes / 2 - 50)}"}}`)
}
