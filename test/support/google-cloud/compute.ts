import { notFound, ok, refusal, type ModelAnswer, type ModelRequest } from './answers.ts'

/* A model of Compute Engine, as far as reconcilers use it: https://cloud.google.com/compute/docs/reference/rest/v1 */

interface Resource extends Record<string, unknown> {
  name: string
  network?: string
}

interface Stored {
  collection: string
  place: string
  resource: Resource
  /** The looks after which it can be seen. */
  hidden: number
  /** When it can be seen at the latest, in milliseconds. */
  visibleAt: number
}

/** Milliseconds after which a new resource can be seen although it was never looked at. */
const creationTime = 30_000

function isVisible({ hidden, visibleAt }: Stored): boolean {
  return hidden <= 0 || Date.now() >= visibleAt
}

/** The zones of each region. */
const zoneSuffixes = ['a', 'b', 'c']

/** The collections whose resources are in a network. */
const inNetworks = ['subnetworks', 'routers', 'firewalls']

export class ComputeModel {
  readonly #stored: Stored[] = []
  readonly #isInUse: (network: string) => boolean
  #operations = 0

  /** @param isInUse Reports whether a cluster is in a network or subnetwork */
  constructor(isInUse: (name: string) => boolean) {
    this.#isInUse = isInUse
  }

  /** Returns the resources as `type name`. */
  resources(): string[] {
    return this.#stored.map(({ collection, resource }) => `${collection.slice(0, -1)} ${resource.name}`)
  }

  has(collection: string, name: string): boolean {
    return this.#stored.some(
      (each) => each.collection === collection && each.resource.name === name && isVisible(each),
    )
  }

  /** Creates a resource that no reconcile has created. */
  add(collection: string, place: string, resource: Resource): void {
    this.#stored.push({ collection, place, resource, hidden: 0, visibleAt: 0 })
  }

  change(collection: string, name: string, values: object): void {
    const stored = this.#stored.find((each) => each.collection === collection && each.resource.name === name)
    if (stored !== undefined) Object.assign(stored.resource, values)
  }

  answer({ method, path, query, body }: ModelRequest): ModelAnswer {
    const [, , first = '', ...rest] = path.split('/')
    if (first === 'zones') return ok({ items: zonesFor(query.get('filter') ?? '') })
    if (first === 'aggregated') return this.#aggregated(rest[0] ?? '')
    if (first === 'regions' && rest.length === 1)
      return /^[a-z]+-[a-z]+\d+$/.test(rest[0] ?? '') ? ok({ name: rest[0] }) : notFound('The region')
    const place = first === 'global' ? 'global' : `regions/${rest.shift()}`
    const [collection = '', name] = rest
    if (collection === 'operations') return this.#operation(name ?? '')
    if (name === undefined) {
      if (method === 'POST') return this.#insert(collection, place, body as Resource)
      return ok({ items: this.#seen((each) => each.collection === collection && matches(each, query)) })
    }
    const stored = this.#stored.find(
      (each) => each.collection === collection && each.place === place && each.resource.name === name,
    )
    if (stored === undefined) return notFound(`The resource ${name}`)
    if (method === 'DELETE') return this.#delete(stored)
    if (method === 'PATCH') {
      Object.assign(stored.resource, body)
      return this.#done()
    }
    if (!isVisible(stored)) {
      stored.hidden -= 1
      return notFound(`The resource ${name}`)
    }
    return ok(stored.resource)
  }

  #seen(isWanted: (stored: Stored) => boolean): Resource[] {
    return this.#stored.filter((each) => isVisible(each) && isWanted(each)).map(({ resource }) => resource)
  }

  #aggregated(collection: string): ModelAnswer {
    const places = new Set(this.#stored.map(({ place }) => place))
    const items = [...places].map((place) => [
      place,
      { [collection]: this.#seen((each) => each.collection === collection && each.place === place) },
    ])
    return ok({ items: Object.fromEntries(items) as object })
  }

  #insert(collection: string, place: string, resource: Resource): ModelAnswer {
    const isTaken = this.#stored.some(
      (each) =>
        each.collection === collection && each.place === place && each.resource.name === resource.name,
    )
    if (isTaken) return refusal(409, 'alreadyExists', `The resource '${resource.name}' already exists`)
    if (resource.name.length > 63) return refusal(400, 'invalid', 'The name is too long')
    if (inNetworks.includes(collection) && !this.has('networks', nameIn(resource.network)))
      return refusal(400, 'invalid', 'The network is not ready')
    const creationTimestamp = new Date().toISOString()
    const selfLink = `https://www.googleapis.com/compute/v1/projects/p/${place}/${collection}/${resource.name}`
    this.#stored.push({
      collection,
      place,
      resource: { ...resource, creationTimestamp, selfLink },
      hidden: 1,
      visibleAt: Date.now() + creationTime,
    })
    return ok({ name: `insert-${collection}-${resource.name}`, status: 'RUNNING' })
  }

  /** The next look finds the end of what this one has seen. */
  #operation(name: string): ModelAnswer {
    const stored = this.#stored.find((each) => name === `insert-${each.collection}-${each.resource.name}`)
    if (stored !== undefined && !isVisible(stored)) {
      stored.hidden -= 1
      return ok({ name, status: 'RUNNING' })
    }
    return ok({ name, status: 'DONE' })
  }

  #delete(stored: Stored): ModelAnswer {
    const { collection, resource } = stored
    const isInUse =
      (collection === 'networks' &&
        this.#stored.some(
          (each) => inNetworks.includes(each.collection) && nameIn(each.resource.network) === resource.name,
        )) ||
      (['networks', 'subnetworks'].includes(collection) && this.#isInUse(resource.name))
    if (isInUse)
      return refusal(
        400,
        'resourceInUseByAnotherResource',
        `The resource '${resource.name}' is already being used`,
      )
    this.#stored.splice(this.#stored.indexOf(stored), 1)
    return this.#done()
  }

  #done(): ModelAnswer {
    this.#operations += 1
    return ok({ name: `operation-${this.#operations}`, status: 'DONE' })
  }
}

function zonesFor(filter: string): object[] {
  const region = /"([a-z0-9-]+?)-\.\*"/.exec(filter)?.[1] ?? ''
  return zoneSuffixes.map((suffix) => ({
    name: `${region}-${suffix}`,
    status: suffix === 'a' ? 'DOWN' : 'UP',
  }))
}

function nameIn(reference = ''): string {
  return reference.split('/').at(-1) ?? ''
}

/** Supports the filters of reconcilers: by the end of a network, and by the begin of a description. */
function matches({ resource }: Stored, query: URLSearchParams): boolean {
  const [, field = '', pattern = ''] = /^(\w+) eq "(.*)"$/.exec(query.get('filter') ?? '') ?? []
  return field === '' || new RegExp(`^${pattern}$`).test(String(resource[field] ?? ''))
}
