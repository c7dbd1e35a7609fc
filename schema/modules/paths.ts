/* The paths of modules: which are possible, and which requests belong to one. */

/**
 * The first segments that no path of a module may have, because the server has routes below them, or may have some in a later
 * release. A test compares them with the routes.
 */
const reserved: readonly string[] = [
  'graphql',
  'rest',
  'swagger',
  'version',
  'healthz',
  'readyz',
  'livez',
  'metrics',
  'openapi',
  'admin',
  'api',
  'apis',
  'assets',
  'auth',
  'console',
  'docs',
  'login',
  'logout',
  'modules',
  'oauth',
  'session',
  'static',
  'ui',
  'workers',
]

/** Reports whether a first segment of a path belongs to the server. */
export function isReserved(first: string): boolean {
  return reserved.includes(first) || /^v\d+$/.test(first)
}

/** A pattern of the first segments that do not belong to the server, without anchors. */
export const foreignSegment = `(?!(?:${reserved.join('|')}|v\\d+)(?![A-Za-z0-9-]))[A-Za-z0-9][A-Za-z0-9-]*`

const segment = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const pathPattern = new RegExp(`^(?:/${segment}){2,8}$`)

/** The longest path of a module: without its first "/", it is the name of an object. */
const maxLength = 64

/** Returns why a path cannot be one of a module: a predicate of the path, and a remedy. Undefined if it can. */
export function pathProblem(path: string): { message: string; remedy: string } | undefined {
  const remedy = 'Use a path such as /example-com/v0/shops, which begins with the namespace of the module.'
  if (path.length > maxLength) return { message: `has more than ${maxLength} characters`, remedy }
  if (!pathPattern.test(path)) {
    const message =
      'must have two to eight segments of lower case letters, digits and "-", each after a "/", and no "/" at the end'
    return { message, remedy }
  }
  const [, first = '', second = ''] = path.split('/')
  if (isReserved(first)) return { message: `is below /${first}, which belongs to QleetOS`, remedy }
  if (second !== 'versions') return undefined
  return { message: `is below /${first}/versions, which may belong to QleetOS`, remedy }
}

/** Returns the name of the route with a path, so that no two routes have the same path: the segments, joined by dots. */
export function routeName(path: string): string {
  return path.slice(1).replaceAll('/', '.')
}
