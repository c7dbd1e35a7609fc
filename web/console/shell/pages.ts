import {
  Activity,
  AppWindow,
  Boxes,
  Braces,
  Container,
  Database,
  Gauge,
  GitBranch,
  Globe,
  HardDrive,
  LayoutDashboard,
  Rocket,
  Server,
  SlidersHorizontal,
  Wallet,
  Workflow,
  type LucideIcon,
} from 'lucide-react'
import { findKind, pluralTitleOf } from '../data/kinds.ts'
import { base, listPath } from '../data/paths.ts'
import { text } from '../text.ts'

export interface NavPage {
  title: string
  path: string
  icon: LucideIcon
}

export interface NavGroup {
  title?: string
  pages: readonly NavPage[]
}

/** The lists of a few kinds, which most people look at. All others are one page away. */
function lists(names: readonly [string, LucideIcon][]): NavPage[] {
  return names.flatMap(([name, icon]) => {
    const kind = findKind(name)
    return kind === undefined ? [] : [{ title: shortTitle(pluralTitleOf(kind)), path: listPath(kind), icon }]
  })
}

/** Returns the words of a list without what all of them are. */
function shortTitle(title: string): string {
  return title.replace(/^(Kubernetes runtime|Workload|Gateway|Database) instances$/, (_, words: string) =>
    words === 'Kubernetes runtime' ? 'Runtimes' : `${words}s`,
  )
}

export const navigation: readonly NavGroup[] = [
  {
    pages: [
      { title: text.nav.overview, path: base, icon: LayoutDashboard },
      { title: text.nav.activity, path: `${base}/activity`, icon: Activity },
    ],
  },
  {
    title: text.nav.applications,
    pages: lists([
      ['Application', AppWindow],
      ['WorkloadInstance', Boxes],
      ['GatewayInstance', Globe],
      ['DatabaseInstance', Database],
    ]),
  },
  {
    title: text.nav.delivery,
    pages: [
      ...lists([
        ['Environment', Workflow],
        ['Delivery', Rocket],
        ['Preview', GitBranch],
      ]),
      { title: text.nav.images, path: `${base}/images`, icon: Container },
    ],
  },
  {
    title: text.nav.platform,
    pages: [
      ...lists([
        ['KubernetesRuntimeInstance', Server],
        ['Profile', SlidersHorizontal],
      ]),
      { title: text.nav.costs, path: `${base}/costs`, icon: Wallet },
      { title: text.nav.orphans, path: `${base}/orphans`, icon: HardDrive },
      { title: text.nav.controlPlane, path: `${base}/control-plane`, icon: Gauge },
      { title: text.nav.allKinds, path: `${base}/kinds`, icon: Braces },
    ],
  },
]

export const allPages: readonly NavPage[] = navigation.flatMap(({ pages }) => pages)
