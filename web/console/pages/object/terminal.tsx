import { RotateCw, SquareTerminal } from 'lucide-react'
import { useCallback, useId, useState, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import type { ObjectPod, Viewer } from '../../../../client-sdk/index.ts'
import '../../design/terminal.css'
import { useLoaded } from '../../data/load.ts'
import { useParameters, type Parameters } from '../../data/parameters.ts'
import { client } from '../../data/session.ts'
import { Empty, Failed, Skeleton } from '../../parts/basics.tsx'
import { Choice } from '../../parts/choice.tsx'
import { deferred } from '../../parts/deferred.tsx'
import { Toggle } from '../../parts/toggle.tsx'
import { text } from './text.ts'
import { PodCommands } from './terminal/pod-commands.tsx'
import type { ShellState } from './terminal/shell-session.ts'
import type { ShellPlace } from './terminal/shell-view.tsx'
import type { View } from './use-view.ts'

const ShellView = deferred(() => import('./terminal/shell-view.tsx'), <Skeleton lines={4} />)

const shells = ['any', 'bash', 'sh'] as const

/** A shell in a container of the object, and the commands that reach its pods from another machine. */
export default function TerminalTab({ view: { object } }: { view: View }): ReactElement {
  const parameters = useParameters()
  const [reading, setReading] = useState(0)
  const { kind, name, projectName: project } = object
  const pods = useLoaded(`${object.id} ${reading}`, () => client.objects.pods({ kind, name, project }))
  const viewer = useLoaded('viewer', () => client.viewer())
  const { value: found } = pods
  if (pods.error !== undefined && found === undefined)
    return <Failed error={pods.error} onRetry={() => setReading(reading + 1)} />
  if (found === undefined) return <Skeleton lines={4} />
  const chosen = chosenIn(found, parameters)
  const refresh = (
    <Button className="button" onPress={() => setReading(reading + 1)}>
      <RotateCw size={14} aria-hidden />
      {text.terminal.refresh}
    </Button>
  )
  if (chosen === undefined)
    return (
      <Empty icon={SquareTerminal} title={text.terminal.none} actions={refresh}>
        {text.terminal.noneText}
      </Empty>
    )
  return (
    <div className="stack terminal-tab">
      <Shell
        {...chosen}
        objectId={object.id}
        pods={found}
        parameters={parameters}
        obstacle={obstacleOf(viewer.value, object, chosen)}
        onRefresh={() => setReading(reading + 1)}
      />
      <PodCommands object={object} pod={chosen.pod} container={chosen.container.name} />
    </div>
  )
}

type Container = ObjectPod['containers'][number]

interface Chosen {
  pod: ObjectPod
  container: Container
  shell: (typeof shells)[number]
}

/** Returns what the address names, or else the first pod that is ready. */
function chosenIn(pods: readonly ObjectPod[], { search }: Parameters): Chosen | undefined {
  const pod =
    pods.find(({ name }) => name === search.get('pod')) ?? pods.find(({ ready }) => ready) ?? pods[0]
  const container = pod?.containers.find(({ name }) => name === search.get('container')) ?? pod?.containers[0]
  const shell = shells.find((each) => each === search.get('shell')) ?? 'any'
  return pod === undefined || container === undefined ? undefined : { pod, container, shell }
}

/** Returns why a terminal cannot be opened; undefined if it can, as far as is known. */
function obstacleOf(
  viewer: Viewer | undefined,
  { kind, projectName }: View['object'],
  { container }: Chosen,
): string | undefined {
  const permission = viewer?.permissions.find(({ verb }) => verb === 'OPERATE')
  const covers = (names: readonly string[] | null, name: string | null): boolean =>
    names === null || (name !== null && names.includes(name))
  const isPermitted =
    permission?.unrestricted === true ||
    permission?.scopes.some((scope) => covers(scope.kinds, kind) && covers(scope.projects, projectName)) ===
      true
  if (viewer !== undefined && !isPermitted) return text.terminal.forbidden(viewer.name)
  return container.state === 'RUNNING'
    ? undefined
    : text.terminal.notRunning(container.name, container.state.toLowerCase())
}

interface ShellProps extends Chosen {
  objectId: string
  pods: readonly ObjectPod[]
  parameters: Parameters
  obstacle: string | undefined
  onRefresh: () => void
}

function Shell({ objectId, obstacle, onRefresh, ...chosen }: ShellProps): ReactElement {
  const { pod, container, shell } = chosen
  const [opened, setOpened] = useState<{ number: number; place: ShellPlace }>()
  const [state, setState] = useState<ShellState>()
  const [isReadOut, setReadOut] = useState(false)
  const helpId = useId()
  const onState = useCallback((next: ShellState) => setState(next), [])
  const isOpen = state?.is === 'opening' || state?.is === 'running'
  const open = (): void => {
    const place = { objectId, namespace: pod.namespace, pod: pod.name, container: container.name, shell }
    setOpened({
      number: (opened?.number ?? 0) + 1,
      place: { ...place, runtimeId: pod.runtime?.id ?? '' },
    })
    setState({ is: 'opening' })
  }
  const close = (): void => {
    setOpened(undefined)
    setState(undefined)
    onRefresh()
  }
  return (
    <>
      <div className="toolbar">
        <Choices {...chosen} isDisabled={isOpen} />
        {isOpen ? (
          <Button className="button" onPress={close}>
            {text.terminal.end}
          </Button>
        ) : (
          <Button className="button primary" isDisabled={obstacle !== undefined} onPress={open}>
            {opened === undefined ? text.terminal.open : text.terminal.reconnect}
          </Button>
        )}
        <span className="grow" />
        {opened !== undefined && (
          <Toggle isOn={isReadOut} onChange={setReadOut}>
            {text.terminal.readOut}
          </Toggle>
        )}
      </div>
      {obstacle !== undefined && !isOpen && <p className="notice warn">{obstacle}</p>}
      <p role="status" className={state?.is === 'failed' ? 'notice bad' : 'soft small'}>
        {state === undefined ? '' : describeState(state)}
      </p>
      {opened === undefined ? (
        <Empty icon={SquareTerminal} title={text.terminal.closed}>
          {text.terminal.closedNote}
        </Empty>
      ) : (
        <div className="terminal-frame">
          <ShellView
            key={opened.number}
            place={opened.place}
            isReadOut={isReadOut}
            onState={onState}
            helpId={helpId}
          />
        </div>
      )}
      {opened !== undefined && (
        <p className="soft small" id={helpId}>
          {text.terminal.help}
        </p>
      )}
    </>
  )
}

function describeState(state: ShellState): string {
  switch (state.is) {
    case 'opening':
      return text.terminal.opening
    case 'running':
      return text.terminal.running(state.command)
    case 'ended':
      return text.terminal.ended(state.exit)
    case 'failed':
      return state.message
  }
}

function Choices({
  pods,
  pod,
  container,
  shell,
  parameters: { set },
  isDisabled,
}: Omit<ShellProps, 'objectId' | 'obstacle' | 'onRefresh'> & { isDisabled: boolean }): ReactElement {
  return (
    <>
      <Choice
        label={text.terminal.pod}
        value={pod.name}
        isDisabled={isDisabled}
        onChange={(name) => set('pod', name)}
        options={pods.map(({ name, ready }) => [
          name,
          `${name} (${ready ? text.terminal.ready : text.terminal.notReady})`,
        ])}
      />
      {pod.containers.length > 1 && (
        <Choice
          label={text.terminal.container}
          value={container.name}
          isDisabled={isDisabled}
          onChange={(name) => set('container', name)}
          options={pod.containers.map(({ name }) => [name, name])}
        />
      )}
      <Choice
        label={text.terminal.shell}
        value={shell}
        isDisabled={isDisabled}
        onChange={(name) => set('shell', name === 'any' ? '' : name)}
        options={shells.map((each) => [each, text.terminal.shells[each]])}
      />
    </>
  )
}
