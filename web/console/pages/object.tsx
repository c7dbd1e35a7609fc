import { FileQuestion } from 'lucide-react'
import { useEffect, type ComponentType, type ReactElement } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useSearchParams } from 'wouter'
import '../design/delivery.css'
import '../design/object.css'
import type { KindInfo } from '../data/kind-info.ts'
import { findKind } from '../data/kinds.ts'
import { projectOfPath } from '../data/paths.ts'
import { Empty, Failed, Skeleton } from '../parts/basics.tsx'
import { deferred } from '../parts/deferred.tsx'
import { text } from './object/text.ts'
import { Confirmation } from './object/confirmation.tsx'
import { ObjectHead } from './object/head.tsx'
import { tabsFor, type TabName } from './object/tabs.ts'
import { useView, type View } from './object/use-view.ts'
import { Why } from './object/why.tsx'

const panel = (load: () => Promise<{ default: ComponentType<{ kind: KindInfo; view: View }> }>) =>
  deferred(load, <Skeleton lines={6} />)

const panels = {
  overview: panel(() => import('./object/overview.tsx')),
  environments: panel(() => import('./object/environments.tsx')),
  graph: panel(() => import('./object/graph.tsx')),
  resources: panel(() => import('./object/resources.tsx')),
  logs: panel(() => import('./object/logs.tsx')),
  terminal: panel(() => import('./object/terminal.tsx')),
  events: panel(() => import('./object/events.tsx')),
  history: panel(() => import('./object/history.tsx')),
  yaml: panel(() => import('./object/yaml.tsx')),
} satisfies Record<TabName, unknown>

const Gone = deferred(() => import('./object/gone.tsx'), <Skeleton lines={2} />)

/** The page of any object. What is shown of it is in the address. */
export default function ObjectPage({
  noun,
  project,
  name,
}: {
  noun: string
  project: string
  name: string
}): ReactElement {
  const kind = findKind(noun)
  if (kind === undefined)
    return (
      <Empty icon={FileQuestion} title={text.states.notFound}>
        {text.states.notFoundText}
      </Empty>
    )
  return (
    <KnownObject
      kind={kind}
      project={projectOfPath(decodeURIComponent(project))}
      name={decodeURIComponent(name)}
    />
  )
}

function KnownObject({
  kind,
  project,
  name,
}: {
  kind: KindInfo
  project: string | undefined
  name: string
}): ReactElement {
  const { view, isGone, id, error } = useView(kind, name, project)
  const tabs = useTabs(kind)
  // Its script loads while the object is read.
  useEffect(panels[tabs.chosen].preload, [tabs.chosen])
  if (isGone) return <Gone kind={kind} name={name} project={project} id={id} />
  return (
    <div className="page object-page">
      {error !== undefined && <Failed error={error} onRetry={() => window.location.reload()} />}
      {view === undefined ? (
        error === undefined && <Skeleton lines={8} />
      ) : (
        <Known kind={kind} view={view} tabs={tabs} />
      )}
    </div>
  )
}

interface ObjectTabs {
  names: readonly TabName[]
  chosen: TabName
  choose: (name: string) => void
}

/** Returns the tabs of a kind, and that of the address. */
function useTabs(kind: KindInfo): ObjectTabs {
  const [search, setSearch] = useSearchParams()
  const names = tabsFor(kind)
  return {
    names,
    chosen: names.find((each) => each === search.get('tab')) ?? names[0] ?? 'overview',
    choose: (tab) => setSearch(new URLSearchParams({ tab })),
  }
}

/** On a phone, not all tabs are in sight. */
const bringIntoView = (tab: HTMLElement | null): void =>
  tab?.scrollIntoView({ inline: 'center', block: 'nearest' })

function Known({
  kind,
  view,
  tabs: { names, chosen, choose },
}: {
  kind: KindInfo
  view: View
  tabs: ObjectTabs
}): ReactElement {
  const Panel = panels[chosen]
  return (
    <>
      <ObjectHead kind={kind} view={view} />
      <Confirmation object={view.object} />
      <Why view={view} />
      <Tabs className="object-tabs" selectedKey={chosen} onSelectionChange={(key) => choose(String(key))}>
        <TabList className="tabs" aria-label={text.object.tabsLabel}>
          {names.map((each) => (
            <Tab key={each} id={each} className="tab" ref={each === chosen ? bringIntoView : null}>
              {text.object.tabs[each]}
            </Tab>
          ))}
        </TabList>
        <TabPanel key={chosen} id={chosen} className="object-panel">
          <Panel kind={kind} view={view} />
        </TabPanel>
      </Tabs>
    </>
  )
}
