import { ArrowDown, Download, Eraser, ScrollText } from 'lucide-react'
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
} from 'react'
import { Button } from 'react-aria-components'
import { useParameters } from '../../data/parameters.ts'
import { Empty } from '../../parts/basics.tsx'
import { Choice } from '../../parts/choice.tsx'
import { saveFile } from '../../parts/download.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { Toggle } from '../../parts/toggle.tsx'
import { text } from './text.ts'
import { LogStream, sourceOf, type LogLine, type LogState } from './log-stream.ts'
import type { View } from './use-view.ts'

const lineHeight = 20

/** Lines outside of what is in sight that are drawn, so that scrolling never shows an empty place. */
const spare = 30

/** The lines of all containers, as they are written. Scrolling up pauses. What is filtered is in the address. */
export default function LogsTab({ view: { object } }: { view: View }): ReactElement {
  const { search, set } = useParameters()
  const isPrevious = search.has('previous')
  const { kind, name, projectName: project } = object
  const key = `${kind}/${project}/${name}`
  // While it is paused, the lines that were there stay where they are.
  const [held, setHeld] = useState<LogState>()
  const stream = useMemo(() => new LogStream(), [key, isPrevious])
  useEffect(() => {
    setHeld(undefined)
    stream.start({ kind, name, project }, isPrevious)
    return () => stream.stop()
    // The key stands for the three names.
  }, [stream, key, isPrevious])
  const state = useSyncExternalStore(stream.subscribe, stream.read)
  const words = search.get('q') ?? ''
  const source = search.get('source') ?? ''
  const sources = source === '' || state.sources.includes(source) ? state.sources : [source, ...state.sources]
  const [hasTimes, setTimes] = useState(false)
  const now = held ?? state
  const shown = useMemo(() => matching(now, words, source), [now, words, source])
  const unseen = (state.lines.at(-1)?.id ?? 0) - (now.lines.at(-1)?.id ?? 0)
  return (
    <>
      <div className="toolbar">
        <SearchField label={text.logs.filter} value={words} onChange={(value) => set('q', value)} />
        <Choice
          label={text.logs.source}
          value={source}
          options={[['', text.logs.all], ...sources.map((each) => [each, each] as const)]}
          onChange={(value) => set('source', value)}
        />
        <Toggle isOn={hasTimes} onChange={setTimes}>
          {text.logs.times}
        </Toggle>
        <Toggle isOn={isPrevious} onChange={(isOn) => set('previous', isOn ? '1' : '')}>
          {text.logs.previous}
        </Toggle>
        <span className="grow" />
        <span className="soft small">{text.logs.count(shown.length, state.lines.length)}</span>
        <Button
          className="button icon quiet"
          aria-label={text.logs.clear}
          onPress={() => {
            stream.clear()
            setHeld(undefined)
          }}
        >
          <Eraser size={15} aria-hidden />
        </Button>
        <Button
          className="button icon quiet"
          aria-label={text.logs.download}
          onPress={() => saveFile(`${name}.log`, 'text/plain', shown.map(asText).join(''))}
        >
          <Download size={15} aria-hidden />
        </Button>
      </div>
      {state.problem !== undefined && (
        <p className="notice warn" role="status">
          {state.problem}
        </p>
      )}
      <div className="log-frame">
        {shown.length === 0 ? (
          <Empty icon={ScrollText} title={state.lines.length === 0 ? text.logs.none : text.logs.noMatch}>
            {state.lines.length === 0 ? text.logs.noneText : undefined}
          </Empty>
        ) : (
          <Lines
            lines={shown}
            words={words}
            hasTimes={hasTimes}
            sources={state.sources}
            unseen={held === undefined ? undefined : unseen}
            onPause={(isPaused) => setHeld(isPaused ? state : undefined)}
          />
        )}
      </div>
      {state.hasEnded && <p className="soft small">{text.logs.ended}</p>}
    </>
  )
}

/** Draws the lines that are in sight, and stays at the newest until the reader scrolls up. */
function Lines({
  lines,
  words,
  hasTimes,
  sources,
  unseen,
  onPause,
}: {
  lines: readonly LogLine[]
  words: string
  hasTimes: boolean
  sources: readonly string[]
  /** The number of lines that have arrived while it is paused. Absent unless it is. */
  unseen: number | undefined
  onPause: (isPaused: boolean) => void
}): ReactElement {
  const isPaused = unseen !== undefined
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(600)
  useLayoutEffect(() => {
    const { current } = frame
    if (current === null) return
    setHeight(current.clientHeight)
    if (!isPaused) current.scrollTop = current.scrollHeight
  }, [lines, isPaused])
  const onScroll = (): void => {
    const { current } = frame
    if (current === null) return
    setTop(current.scrollTop)
    const isAtEnd = current.scrollHeight - current.scrollTop - current.clientHeight < lineHeight * 2
    if (isAtEnd === isPaused) onPause(!isAtEnd)
  }
  const from = Math.max(0, Math.floor(top / lineHeight) - spare)
  const to = Math.min(lines.length, Math.ceil((top + height) / lineHeight) + spare)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls */}
      <div
        className="log"
        ref={frame}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={text.logs.label}
        onScroll={onScroll}
      >
        <div className="log-space" style={{ height: lines.length * lineHeight }}>
          <div className="log-window" style={{ top: from * lineHeight }}>
            {lines.slice(from, to).map((line) => (
              <Line
                key={line.id}
                line={line}
                words={words}
                hasTime={hasTimes}
                colour={podColours[sources.indexOf(sourceOf(line)) % podColours.length] ?? ''}
              />
            ))}
          </div>
        </div>
      </div>
      {isPaused && (
        <Button className="button primary log-paused" onPress={() => onPause(false)}>
          <ArrowDown size={14} aria-hidden />
          {text.logs.paused(unseen)} · {text.logs.resume}
        </Button>
      )}
    </>
  )
}

const podColours = ['one', 'two', 'three', 'four', 'five']

/** The end of the name of a pod, in which pods of one workload differ. */
const shownLetters = 17

function Line({
  line,
  words,
  hasTime,
  colour,
}: {
  line: LogLine
  words: string
  hasTime: boolean
  colour: string
}): ReactElement {
  const content = withoutColours(line.text)
  const at = words === '' ? -1 : content.toLowerCase().indexOf(words.toLowerCase())
  return (
    <div className={`log-line${line.notice ? ' notice-line' : ''}`}>
      {hasTime && <time dateTime={line.time}>{line.time.slice(11, 23)}</time>}
      <span className={`source ${colour}`} title={sourceOf(line)}>
        {line.pod.slice(-shownLetters).replace(/^-/, '')}
      </span>
      {at < 0 ? (
        <span>{content}</span>
      ) : (
        <span>
          {content.slice(0, at)}
          <mark>{content.slice(at, at + words.length)}</mark>
          {content.slice(at + words.length)}
        </span>
      )}
    </div>
  )
}

// oxlint-disable-next-line no-control-regex -- matches what terminals interpret
const sequences = /\u001B\[[\d;:?]*[A-Za-z]|[\u0000-\u0008\u000B-\u001F\u007F]/g

/** Returns a line without the sequences that only terminals understand. */
function withoutColours(line: string): string {
  return line.replace(sequences, '')
}

/** Returns the lines of a pod or container that contain a text. Notices are always of interest. */
function matching({ lines }: LogState, words: string, source: string): readonly LogLine[] {
  if (words === '' && source === '') return lines
  const wanted = words.toLowerCase()
  return lines.filter(
    (line) =>
      (source === '' || line.pod === source || sourceOf(line) === source) &&
      (wanted === '' || line.text.toLowerCase().includes(wanted)),
  )
}

function asText(line: LogLine): string {
  return `${line.time} ${sourceOf(line)} ${line.text}\n`
}
