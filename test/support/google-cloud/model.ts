import { neededPermissions } from '../../../workers/gcp/project.ts'
import { notFound, ok, refusal, type ModelAnswer } from './answers.ts'
import { ComputeModel } from './compute.ts'
import { ContainerModel, type ContainerOptions } from './container.ts'

/* A model of Google Cloud with one project, which refuses what Google Cloud refuses. */

export type GoogleCloudOptions = Pick<ContainerOptions, 'endpointOf' | 'isLucky'>

export class GoogleCloudModel {
  readonly compute: ComputeModel
  readonly container: ContainerModel
  /** The labels of the project. */
  labels: Record<string, string> = {}
  /** The permissions that the credentials do not have. */
  denied: string[] = []
  readonly #projectId: string

  constructor(projectId: string, options: GoogleCloudOptions) {
    this.#projectId = projectId
    this.container = new ContainerModel({
      ...options,
      hasNetwork: (network, subnetwork) =>
        this.compute.has('networks', network) && this.compute.has('subnetworks', subnetwork),
    })
    this.compute = new ComputeModel((name) => this.container.isUsing(name))
  }

  /** Returns all resources as `type name`. */
  resources(): string[] {
    return [...this.compute.resources(), ...this.container.resources()]
  }

  /** Answers a request to a service. @param url The path with its version and with its query */
  answer(service: string, method: string, url: string, body: unknown): ModelAnswer {
    const { pathname, searchParams: query } = new URL(url, 'http://google')
    const path = pathname.replace(/^\/(compute\/)?v\d\//, '')
    const [, project = ''] = path.split('/')
    const request = { method, path, query, body: (body ?? {}) as Record<string, unknown> }
    if (project.split(':')[0] !== this.#projectId)
      return refusal(403, 'PERMISSION_DENIED', `Permission denied on resource project ${project}.`)
    if (service === 'cloudresourcemanager') return this.#answerProject(path, request.body)
    const denied = this.#deniedBy(service, method, path)
    if (denied !== undefined)
      return refusal(
        403,
        'PERMISSION_DENIED',
        `Required "${denied}" permission(s) for "projects/${project}".`,
      )
    if (service === 'container') return this.container.answer(request)
    return service === 'compute' ? this.compute.answer(request) : notFound('The service')
  }

  #deniedBy(service: string, method: string, path: string): string | undefined {
    const collection = /(clusters|networks|subnetworks|routers)(\/|$)/.exec(path)?.[1] ?? ''
    const verb = { GET: 'get', POST: 'create', PUT: 'update', DELETE: 'delete' }[method] ?? ''
    return this.denied.find((each) => each === `${service}.${collection}.${verb}`)
  }

  #answerProject(path: string, { permissions = [] }: { permissions?: string[] }): ModelAnswer {
    if (!path.endsWith(':testIamPermissions')) return ok({ projectId: this.#projectId, labels: this.labels })
    const granted = permissions.filter(
      (each) => neededPermissions.includes(each) && !this.denied.includes(each),
    )
    return ok({ permissions: granted })
  }
}
