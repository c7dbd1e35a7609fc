import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { Link } from 'wouter'
import { text } from '../text.ts'
import { kindOf, titleOf } from '../data/kinds.ts'
import { objectPath, type Named } from '../data/paths.ts'

/** The head of a page: its title, what it is, and what can be done. */
export function PageHead({
  title,
  note,
  children,
}: {
  title: ReactNode
  note?: ReactNode
  children?: ReactNode
}): ReactElement {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {note !== undefined && (
          <p className="soft">{typeof note === 'string' ? <Prose>{note}</Prose> : note}</p>
        )}
      </div>
      {children !== undefined && <div className="row wrap">{children}</div>}
    </header>
  )
}

export function Card({
  title,
  actions,
  children,
  flush = false,
}: {
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** Whether the content reaches the border. */
  flush?: boolean
}): ReactElement {
  return (
    <section className="card">
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      {flush ? children : <div className="body">{children}</div>}
    </section>
  )
}

/** A link to an object, with its kind unless the context says it. */
export function ObjectLink({
  of,
  showKind = false,
  text: shown = of.name,
  tabIndex,
}: {
  of: Named
  showKind?: boolean
  /** @default its name */
  text?: string
  /** Given in grids, in which the arrow keys move the focus. */
  tabIndex?: number
}): ReactElement {
  return (
    <Link href={objectPath(of)} className="truncate" {...(tabIndex === undefined ? {} : { tabIndex })}>
      {showKind && <span className="soft">{titleOf(kindOf(of.kind))} </span>}
      {shown}
    </Link>
  )
}

/** A page or a part without content: why, and what to do. */
export function Empty({
  icon: Icon,
  title,
  level: Heading = 'h3',
  children,
  actions,
}: {
  icon?: LucideIcon
  title: string
  /** The level of its heading: the first one where it is all that a page has. */
  level?: 'h1' | 'h3'
  children?: ReactNode
  actions?: ReactNode
}): ReactElement {
  return (
    <div className="empty">
      {Icon !== undefined && <Icon size={28} aria-hidden />}
      <Heading>{title}</Heading>
      {children !== undefined && <p>{typeof children === 'string' ? <Prose>{children}</Prose> : children}</p>}
      {actions}
    </div>
  )
}

/** What could not be read, with the error of the server. */
export function Failed({ error, onRetry }: { error: Error; onRetry?: () => void }): ReactElement {
  return (
    <div className="notice bad" role="alert">
      <CircleAlert size={16} aria-hidden />
      <div className="stack">
        <div>
          <strong>{text.states.failed}</strong>
          <p>
            <Prose>{error.message}</Prose>
          </p>
        </div>
        {onRetry !== undefined && (
          <div>
            <Button className="button" onPress={onRetry}>
              {text.states.retry}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

/** A text in which what is between backticks is set as code. */
export function Prose({ children }: { children: string | null | undefined }): ReactElement {
  const parts = (children ?? '').split(/`([^`\n]+)`/)
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
}

/** Lines in the place of what is being read, so that nothing moves when it arrives. */
export function Skeleton({ lines = 3 }: { lines?: number }): ReactElement {
  return (
    <div className="stack" aria-busy>
      <span className="visually-hidden">{text.states.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={`skeleton width-${(index % 3) + 1}`} />
      ))}
    </div>
  )
}

/** The same within a card whose content reaches the border. */
export function PaddedSkeleton({ lines }: { lines: number }): ReactElement {
  return (
    <div className="padded">
      <Skeleton lines={lines} />
    </div>
  )
}
