import { z } from 'zod'
import type { ImageRegistryName } from '../../schema/delivery/webhooks.ts'
import { issueErrors } from '../../schema/issue-errors.ts'
import { invalidInput } from '../../schema/errors.ts'

/*
 * What registries report, each in its own form, as pushes. Only the fields that are used are validated. Events of other things, such
 * as deletions, are no pushes and no errors.
 */

/** The push of an image. */
export interface Push {
  /** The host of the registry, if the report has it reliably. */
  host?: string
  repository: string
  tag?: string | undefined
  digest?: string | undefined
  /** The time of the push, as the registry tells it, in milliseconds. */
  time: number
}

export interface Report {
  /** Parsed JSON. */
  body: unknown
  /** The header `X-GitHub-Event`. */
  event?: string | undefined
}

/** Pushes, and why other events are ignored. */
export interface Reported {
  pushes: Push[]
  ignored: string[]
}

/** Reads the report of a registry. Throws INVALID_INPUT with the field that is missing or wrong. */
export function readReport(registry: ImageRegistryName, report: Report): Reported {
  return readers[registry](report)
}

const readers: Readonly<Record<ImageRegistryName, (report: Report) => Reported>> = {
  dockerhub: readDockerHub,
  ghcr: readGhcr,
  ecr: readEcr,
  harbor: readHarbor,
  distribution: readDistribution,
}

const Digest = z.string().regex(/^sha256:[a-f0-9]{64}$/, { error: 'must be a digest such as "sha256:…"' })
const Repository = z.string().min(1).max(255)
/** Registries report a push without a tag by an empty one. */
const Tag = z.string().max(255).nullish()
const Seconds = z.number().int().min(0).max(1e11)
const Time = z.iso.datetime({ offset: true })

/** https://docs.docker.com/docker-hub/repos/manage/webhooks/ */
const DockerHub = z.object({
  push_data: z.object({ tag: Tag, pushed_at: Seconds }),
  repository: z.object({ repo_name: Repository }),
})

function readDockerHub({ body }: Report): Reported {
  const { push_data: push, repository } = parsed(DockerHub, body)
  const time = push.pushed_at * 1000
  return only({ host: 'docker.io', repository: repository.repo_name, tag: tagOf(push.tag), time })
}

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#registry_package; `package` has the same fields. */
const GithubPackage = z.object({
  name: z.string().min(1).max(255),
  namespace: z.string().min(1).max(255),
  package_type: z.string(),
  updated_at: Time.nullish(),
  package_version: z.object({
    updated_at: Time.nullish(),
    created_at: Time.nullish(),
    container_metadata: z
      .object({ tag: z.object({ name: Tag, digest: Digest.or(z.literal('')).nullish() }).nullish() })
      .nullish(),
  }),
})
const Github = z.object({ action: z.string() })

function readGhcr({ body, event = '' }: Report): Reported {
  if (event !== 'registry_package' && event !== 'package') return ignored(`an event "${event}"`)
  const { action } = parsed(Github, body)
  if (action !== 'published' && action !== 'updated')
    return ignored(`an event "${event}" of action "${action}"`)
  const found = parsed(z.object({ [event]: GithubPackage }), body)[event]
  if (found === undefined || found.package_type.toLowerCase() !== 'container')
    return ignored('a package that is no container image')
  const { package_version: version, namespace, name } = found
  const { tag } = version.container_metadata ?? {}
  const at = version.updated_at ?? version.created_at ?? found.updated_at
  if (at == null) throw missing(`${event}.package_version.updated_at`)
  return only({
    host: 'ghcr.io',
    // Names of images are in lower case, those of accounts may not be.
    repository: `${namespace}/${name}`.toLowerCase(),
    tag: tagOf(tag?.name),
    digest: tag?.digest || undefined,
    time: Date.parse(at),
  })
}

/** https://docs.aws.amazon.com/AmazonECR/latest/userguide/ecr-eventbridge.html */
const EcrEvent = z.object({ 'detail-type': z.string() })
const EcrPush = z.object({
  time: Time,
  account: z.string().regex(/^\d{12}$/, { error: 'must be the ID of an account' }),
  region: z.string().regex(/^[a-z0-9-]{1,40}$/, { error: 'must be a region' }),
  detail: z.object({
    'action-type': z.string(),
    result: z.string(),
    'repository-name': Repository,
    'image-digest': Digest,
    'image-tag': Tag,
  }),
})

function readEcr({ body }: Report): Reported {
  const { 'detail-type': type } = parsed(EcrEvent, body)
  if (type !== 'ECR Image Action') return ignored(`an event "${type}"`)
  const { time, account, region, detail } = parsed(EcrPush, body)
  if (detail['action-type'] !== 'PUSH' || detail.result !== 'SUCCESS')
    return ignored(`an action ${detail['action-type']} with result ${detail.result}`)
  const suffix = region.startsWith('cn-') ? '.cn' : ''
  return only({
    host: `${account}.dkr.ecr.${region}.amazonaws.com${suffix}`,
    repository: detail['repository-name'],
    tag: tagOf(detail['image-tag']),
    digest: detail['image-digest'],
    time: Date.parse(time),
  })
}

/** https://goharbor.io/docs/2.12.0/working-with-projects/project-configuration/configure-webhooks/ */
const HarborEvent = z.object({ type: z.string() })
const HarborPush = z.object({
  occur_at: Seconds,
  event_data: z.object({
    resources: z
      .array(z.object({ digest: Digest, tag: Tag }))
      .min(1)
      .max(100),
    repository: z.object({ repo_full_name: Repository }),
  }),
})

function readHarbor({ body }: Report): Reported {
  const { type } = parsed(HarborEvent, body)
  if (type !== 'PUSH_ARTIFACT') return ignored(`an event ${type}`)
  const { occur_at: at, event_data: data } = parsed(HarborPush, body)
  const { repo_full_name: repository } = data.repository
  const pushes = data.resources.map(({ digest, tag }) => ({
    repository,
    tag: tagOf(tag),
    digest,
    time: at * 1000,
  }))
  return { pushes, ignored: [] }
}

/** https://distribution.github.io/distribution/about/notifications/#envelope */
const DistributionEvents = z.object({
  events: z
    .array(z.looseObject({ action: z.string() }))
    .min(1)
    .max(1000),
})
const DistributionPush = z.object({
  timestamp: Time,
  target: z.object({
    mediaType: z.string().nullish(),
    digest: Digest,
    repository: Repository,
    tag: Tag,
  }),
})

/** Indexes and manifests of images: layers are pushed as well. */
const imageType =
  /^application\/vnd\.(oci\.image\.(index|manifest)\.v1|docker\.distribution\.manifest(\.list)?\.v2)\+json$/

function readDistribution({ body }: Report): Reported {
  const result: Reported = { pushes: [], ignored: [] }
  for (const [index, event] of parsed(DistributionEvents, body).events.entries()) {
    if (event.action !== 'push') {
      result.ignored.push(`it is an event of action "${event.action}"`)
      continue
    }
    const { timestamp, target } = parsed(DistributionPush, event, `body.events[${index}]`)
    const { mediaType, repository, tag, digest } = target
    if (imageType.test(mediaType ?? ''))
      result.pushes.push({ repository, tag: tagOf(tag), digest, time: Date.parse(timestamp) })
    else result.ignored.push(`it is a push of ${mediaType ?? 'something without a media type'}`)
  }
  return result
}

function only(push: Push): Reported {
  return { pushes: [push], ignored: [] }
}

function ignored(what: string): Reported {
  return { pushes: [], ignored: [`it is ${what}`] }
}

/** Returns a tag; some registries put a digest in its place: https://github.com/goharbor/harbor/issues/11713 */
function tagOf(tag: string | null | undefined): string | undefined {
  return tag == null || tag === '' || tag.startsWith('sha256:') ? undefined : tag
}

function parsed<Type extends z.ZodType>(type: Type, body: unknown, at = 'body'): z.infer<Type> {
  const { success, data, error } = type.safeParse(body)
  if (success) return data
  throw invalidInput(issueErrors(error, { at, input: body }))
}

function missing(field: string): Error {
  const remedy = 'Send the report as the registry creates it.'
  return invalidInput([{ path: `body.${field}`, code: 'REQUIRED', message: 'is missing', remedy }])
}
