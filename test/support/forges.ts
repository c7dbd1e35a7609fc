import { startJsonStandIn, type IncomingRequest, type JsonAnswer } from './json-stand-in.ts'

/* Stand-ins of the deployments of GitHub and of the statuses of GitLab, which refuse what these would refuse. */

export interface Deployment {
  id: number
  ref: string
  environment: string
  payload: unknown
  statuses: { state: string; description: string }[]
}

export interface Forges {
  url: string
  deployments: Deployment[]
  statuses: { sha: string; name: string; status: string }[]
  /** The answer to all requests, if it is set. */
  refusal: JsonAnswer | undefined
  /** The number of requests that write. */
  writes: number
  stop(): Promise<void>
}

/** Starts both forges, with the repository `example/shop` and the token `t0ken`. */
export async function startForges(): Promise<Forges> {
  const forges: Omit<Forges, 'url' | 'stop'> = {
    deployments: [],
    statuses: [],
    refusal: undefined,
    writes: 0,
  }
  const standIn = await startJsonStandIn((request) => {
    if (forges.refusal !== undefined) return forges.refusal
    if (request.method === 'POST') forges.writes += 1
    return request.url.startsWith('/projects/') ? gitLab(forges, request) : gitHub(forges, request)
  })
  return Object.assign(forges, standIn)
}

const notFound: JsonAnswer = { status: 404, body: { message: 'Not Found' } }

function gitHub(
  { deployments }: Pick<Forges, 'deployments'>,
  { method, url, headers, body }: IncomingRequest,
): JsonAnswer {
  const { pathname, searchParams } = new URL(url, 'http://github')
  if (headers['authorization'] !== 'Bearer t0ken')
    return { status: 401, body: { message: 'Bad credentials' } }
  const [, id, isStatus] =
    /^\/repos\/example\/shop\/deployments(?:\/(\d+)(\/statuses))?$/.exec(pathname) ?? []
  if (!pathname.startsWith('/repos/example/shop/deployments')) return notFound
  const given = body as Record<string, string>
  if (isStatus !== undefined) {
    const deployment = deployments.find((each) => String(each.id) === id)
    if (deployment === undefined) return notFound
    if (method === 'GET') return { status: 200, body: deployment.statuses.toReversed() }
    if (!['queued', 'in_progress', 'success', 'failure', 'inactive'].includes(given['state'] ?? ''))
      return { status: 422, body: { message: 'Validation Failed' } }
    if ((given['description'] ?? '').length > 140) return { status: 422, body: {} }
    deployment.statuses.push({ state: given['state'] ?? '', description: given['description'] ?? '' })
    return { status: 201, body: { id: 1 } }
  }
  if (method === 'GET')
    return {
      status: 200,
      body: deployments.filter(
        ({ ref, environment }) =>
          ref === searchParams.get('ref') && environment === searchParams.get('environment'),
      ),
    }
  if (given['ref'] === 'unknown') return { status: 422, body: { message: 'No ref found for: unknown' } }
  const { ref = '', environment = '', payload } = given
  deployments.push({ id: deployments.length + 1, ref, environment, payload, statuses: [] })
  return { status: 201, body: { id: deployments.length } }
}

function gitLab(
  { statuses }: Pick<Forges, 'statuses'>,
  { method, url, headers, body }: IncomingRequest,
): JsonAnswer {
  const { pathname, searchParams } = new URL(url, 'http://gitlab')
  if (headers['private-token'] !== 't0ken') return { status: 401, body: { message: '401 Unauthorized' } }
  if (!pathname.startsWith('/projects/example%2Fshop/')) return notFound
  const ofName = (name: string | null) => statuses.filter((each) => each.name === name)
  if (method === 'GET') return { status: 200, body: ofName(searchParams.get('name')).toReversed() }
  const { state = '', name = '' } = body as Record<string, string>
  if (ofName(name).at(-1)?.status === state)
    return { status: 400, body: { message: `Cannot transition status via :run from :${state}` } }
  statuses.push({ sha: pathname.split('/').at(-1) ?? '', name, status: state })
  return { status: 201, body: {} }
}
