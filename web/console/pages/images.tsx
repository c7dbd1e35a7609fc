import { Container } from 'lucide-react'
import { useMemo, type ReactElement } from 'react'
import { Link } from 'wouter'
import type { AnyObject, ObjectFilter } from '../../../client-sdk/index.ts'
import { supportServiceLabel } from '../../../schema/own-labels.ts'
import '../design/object.css'
import { useLive } from '../data/live.ts'
import { useParameters } from '../data/parameters.ts'
import { objectPath } from '../data/paths.ts'
import { textOf, valueAt, withShortDigests } from '../data/values.ts'
import { containsWords } from '../data/words.ts'
import { Card, Empty, Failed, PageHead, Skeleton } from '../parts/basics.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { Status } from '../parts/status.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { text } from '../text.ts'
import { reports } from '../texts/reports.ts'
import { imagesOf, runningKinds, type RunningImage } from './images-of.ts'

const followed = { kinds: [...runningKinds, 'WorkloadDefinition'] } as ObjectFilter

/** Which images run where, by image. */
export default function ImagesPage(): ReactElement {
  const { search, set } = useParameters()
  const words = search.get('q') ?? ''
  const withServices = search.get('services') === '1'
  const { objects, isComplete, error } = useLive(followed)
  const all = useMemo(() => [...objects.values()], [objects])
  const running = useMemo(() => imagesOf(all), [all])
  const runtimeOf = useMemo(() => runtimesOf(all), [all])
  const shown = running.filter(
    ({ image, version, instance }) =>
      (withServices || instance.labels[supportServiceLabel] === undefined) &&
      containsWords(`${image} ${version} ${instance.name} ${runtimeOf(instance)}`, words),
  )
  const groups = [...Map.groupBy(shown, ({ image }) => image)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  )
  return (
    <div className="page">
      <PageHead title={reports.images.title} note={reports.images.note} />
      {error !== undefined && <Failed error={error} onRetry={() => window.location.reload()} />}
      <div className="row wrap">
        <SearchField label={reports.images.filter} value={words} onChange={(value) => set('q', value)} />
        <Toggle isOn={withServices} onChange={(isOn) => set('services', isOn ? '1' : '')}>
          {text.list.services}
        </Toggle>
      </div>
      {!isComplete && all.length === 0 ? (
        <Skeleton lines={6} />
      ) : groups.length === 0 ? (
        <Card>
          <Empty icon={Container} title={words === '' ? reports.images.none : text.list.nothingMatches}>
            {reports.images.noneText}
          </Empty>
        </Card>
      ) : (
        groups.map(([image, places]) => (
          <ImageCard key={image} image={image} places={places} runtimeOf={runtimeOf} />
        ))
      )}
    </div>
  )
}

type RuntimeOf = (instance: AnyObject) => string

/** Returns a function that returns the runtime of what runs; that of a canary is the one of its workload. */
function runtimesOf(objects: readonly AnyObject[]): RuntimeOf {
  const keyOf = (project: string | null, name: string): string => `${project}/${name}`
  const runtimes = new Map(
    objects
      .filter(({ kind }) => kind === 'WorkloadInstance')
      .map((each) => [keyOf(each.projectName, each.name), textOf(valueAt(each, 'spec.runtime'))]),
  )
  return ({ projectName, name, ...instance }) =>
    runtimes.get(keyOf(projectName, textOf(valueAt(instance, 'spec.workloadInstance')) || name)) ?? ''
}

/** An image, and where which versions of it run. */
function ImageCard({
  image,
  places,
  runtimeOf,
}: {
  image: string
  places: readonly RunningImage[]
  runtimeOf: RuntimeOf
}): ReactElement {
  const versions = new Set(places.map(({ version }) => version)).size
  return (
    <Card
      title={<span className="mono">{image}</span>}
      actions={<span className="soft small">{reports.images.versions(versions)}</span>}
      flush
    >
      <div className="scroll-x">
        <table className="plain stacked" aria-label={image}>
          <thead>
            <tr>
              <th>{reports.images.version}</th>
              <th className="narrow">{reports.images.workload}</th>
              <th className="narrow">{text.list.project}</th>
              <th className="narrow">{reports.images.runtime}</th>
              <th className="narrow">{text.list.status}</th>
            </tr>
          </thead>
          <tbody>
            {places
              .toSorted((one, other) => one.instance.name.localeCompare(other.instance.name))
              .map(({ version, instance }) => (
                <tr key={`${instance.id} ${version}`}>
                  <td className="mono">{withShortDigests(version)}</td>
                  <td className="narrow">
                    <Link href={objectPath(instance)}>{instance.name}</Link>
                  </td>
                  <td className="narrow">{instance.projectName}</td>
                  <td className="narrow">{runtimeOf(instance)}</td>
                  <td className="narrow">
                    <Status phase={instance.status.phase} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
