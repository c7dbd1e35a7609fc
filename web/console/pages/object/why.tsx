import { ArrowRight, CircleAlert, Clock, Lightbulb, ScrollText } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { anyReference, type ManifestPhase } from '../../../../client-sdk/index.ts'
import { GetDiagnosisDocument } from '../../../../client-sdk/generated/documents.ts'
import { kindOf, titleOf } from '../../data/kinds.ts'
import { useLoaded } from '../../data/load.ts'
import { objectPath } from '../../data/paths.ts'
import { client } from '../../data/session.ts'
import { Age } from '../../parts/age.tsx'
import { ObjectLink, Prose } from '../../parts/basics.tsx'
import { Status, needsAttention, toneOf } from '../../parts/status.tsx'
import { text } from './text.ts'
import { enumText } from '../../../../schema/enum-text.ts'
import { runsInCluster } from './tabs.ts'
import type { View } from './use-view.ts'

/** Why the object is not well: the deepest cause that is known, what can be done, and what waits for it. */
export function Why({ view: { object } }: { view: View }): ReactElement | null {
  const { id, ready, status } = object
  const { cause, phase } = status
  const shown = !ready && (needsAttention(object) || cause !== undefined)
  const { value } = useLoaded(
    shown ? `${id} ${phase} ${cause?.since} ${cause?.message} ${cause?.retryAt}` : '',
    async () =>
      shown
        ? (await client.execute(GetDiagnosisDocument, { by: anyReference({ id }) })).result?.why
        : undefined,
  )
  if (!shown || cause === undefined) return null
  // The diagnosis follows what waits for what at the time of the question, so it may be deeper than what was stored.
  const deepest = value?.cause ?? cause
  const { message, reason, since, retryAt } = deepest
  const steps = value?.steps ?? []
  const last = steps.at(-1)
  const isElsewhere = deepest.kind !== object.kind || deepest.name !== object.name
  // What only waits is as bad as what it waits for.
  const worst = last === undefined ? phase : (enumText(last.object.status.phase) as ManifestPhase)
  const tone = toneOf(worst) === 'bad' ? 'bad' : 'warn'
  // What makes progress, such as a canary that passes its analysis, is well.
  const title = ['good', 'moving'].includes(toneOf(worst)) ? text.object.waitsFor : text.object.why
  const place = {
    kind: deepest.kind,
    name: deepest.name,
    projectName: last === undefined ? object.projectName : (last.object.project?.name ?? null),
  }
  const hasLogs = runsInCluster(kindOf(place.kind))
  return (
    <section className={`notice cause ${tone}`} aria-label={title}>
      <div className="row">
        {tone === 'warn' ? <Clock size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
        <h2>{title}</h2>
      </div>
      <p className="message">
        <Prose>{message}</Prose>
      </p>
      {value?.remedy != null && (
        <p className="remedy">
          <Lightbulb size={15} aria-hidden />
          <span>
            <strong>{text.object.remedy}: </strong>
            <Prose>{value.remedy}</Prose>
          </span>
        </p>
      )}
      {steps.length > 1 && (
        <ol className="steps" aria-label={text.why.waits}>
          {steps.map(({ object: step }, index) => (
            <li key={step.id}>
              {index > 0 && <ArrowRight size={14} aria-hidden />}
              {step.id === id ? (
                <span>{text.why.self}</span>
              ) : (
                <ObjectLink
                  of={{ kind: step.kind, name: step.name, projectName: step.project?.name }}
                  showKind
                />
              )}
              <Status phase={enumText(step.status.phase) as ManifestPhase} />
            </li>
          ))}
        </ol>
      )}
      <div className="meta">
        <span>
          <span className="mono">{reason}</span> {text.object.since} <Age time={since} ago />
        </span>
        {retryAt != null && (
          <span>
            {text.object.retry} <Age time={retryAt} />
          </span>
        )}
        {isElsewhere && (
          <Link href={objectPath(place)}>
            {text.object.openCause}: {titleOf(kindOf(place.kind))} {place.name}
          </Link>
        )}
        {hasLogs && (
          <Link
            href={`${objectPath(place, 'logs')}${reason === 'CrashLoopBackOff' ? '&previous=1' : ''}`}
            className="row"
          >
            <ScrollText size={14} aria-hidden />
            {text.object.logsOf}
          </Link>
        )}
      </div>
    </section>
  )
}
