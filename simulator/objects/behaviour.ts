// How failures are provoked. An annotation on a pod decides how it behaves (on the template of a workload)
//
//     simulator.qleet.io/behaviour: crash
//
// or by the image of a container: any path below /simulate/, `example.com/simulate/crash:1`. Several behaviours are
// separated by commas.
//
//     never-ready        runs, but is never ready
//     crash              ends with code 1 soon after every start
//     exit-1             ends with code 1
//     oom                is killed for using too much memory, after every start
//     fail-after=10s     runs and is ready, then ends with code 1
//     slow-start=5s      takes that long to become ready
//     image-missing      its image cannot be pulled
//     unschedulable      fits on no node
//     complete=5s        ends with code 0 after that time, at once as pods that run to completion do
//     keep-running       does not end by itself
//     no-delete          stays Terminating; on any kind of object, by annotation only
//
// A build that does not work has a digest that starts with `bad`, `example.com/shop@sha256:bad…`: it crashes.
//
// An image is also missing if its registry's name ends in .invalid, or if it is named no-such-…, nonexistent…
// or does-not-exist….
//
// Pods that run to completion end with code 0 after a moment: those of jobs, and those whose restartPolicy is Never or
// OnFailure, as of `helm test`. A container that waits for input (`stdin`) keeps running, as do ephemeral containers.
import { own } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { kindOf } from './stored.ts'

/** The finalizer of an object that is never deleted. */
export const undeletable = 'simulator.qleet.io/no-delete'

export const behaviourKey = 'simulator.qleet.io/behaviour'

export interface Behaviour {
  neverReady: boolean
  /** The exit code after `runMs`. */
  exitCode: number | undefined
  reason: string | undefined
  runMs: number | undefined
  readyAfterMs: number
  imageMissing: boolean
  unschedulable: boolean
  keepsRunning: boolean
}

const normal: Behaviour = {
  neverReady: false,
  exitCode: undefined,
  reason: undefined,
  runMs: undefined,
  readyAfterMs: 0,
  imageMissing: false,
  unschedulable: false,
  keepsRunning: false,
}

/** Returns the behaviour of a pod as a whole. */
export function behaviourOf(object: KubeObject): Behaviour {
  const pod = kindOf('pods', object)
  const images = pod.spec.containers.map(({ image }) => image)
  return parse([annotated(object), ...images.map(ofImage)].join(','))
}

/** Returns the behaviour of one container, by the pod's annotation or by its own image. */
export function behaviourOfContainer(object: KubeObject, image: string): Behaviour {
  const found = parse(`${annotated(object)},${ofImage(image)}`)
  return missingImage.test(image) ? { ...found, imageMissing: true } : found
}

export function isUndeletable(object: KubeObject): boolean {
  return annotated(object).split(',').includes('no-delete')
}

const missingImage = /(^|[/-])(does-?not-?exist|no-?such-|nonexistent)|^[^/]*\.invalid(:\d+)?\//

const badDigest = /@sha256:bad/

function annotated({ metadata }: KubeObject): string {
  return metadata.annotations?.[behaviourKey]?.replaceAll(' ', '') ?? ''
}

function ofImage(image: string): string {
  if (badDigest.test(image)) return 'crash'
  return /\/simulate\/([^:@]+)/.exec(image)?.[1]?.replaceAll('/', ',') ?? ''
}

function parse(text: string): Behaviour {
  const behaviour = { ...normal }
  for (const word of text.split(',')) {
    const [name = '', value] = word.split('=')
    const found = own(behaviours, name)
    if (found !== undefined) Object.assign(behaviour, found(milliseconds(value)))
  }
  return behaviour
}

const behaviours: Readonly<Record<string, (duration: number | undefined) => Partial<Behaviour>>> = {
  'never-ready': () => ({ neverReady: true }),
  crash: () => ({ exitCode: 1, runMs: 0 }),
  'exit-1': () => ({ exitCode: 1, runMs: 0 }),
  oom: () => ({ exitCode: 137, reason: 'OOMKilled', runMs: 0 }),
  'fail-after': (duration) => ({ exitCode: 1, runMs: duration ?? 10_000 }),
  'slow-start': (duration) => ({ readyAfterMs: duration ?? 5000 }),
  'image-missing': () => ({ imageMissing: true }),
  unschedulable: () => ({ unschedulable: true }),
  complete: (duration) => ({ exitCode: 0, runMs: duration }),
  'keep-running': () => ({ keepsRunning: true }),
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

function milliseconds(text: string | undefined): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text ?? '')
  return match === null ? undefined : Number(match[1]) * (units[match[2] ?? ''] ?? 0)
}
