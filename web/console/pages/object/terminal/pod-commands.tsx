import type { ReactElement } from 'react'
import type { AnyObject, ObjectPod } from '../../../../../client-sdk/index.ts'
import { projectOption } from '../../../data/commands.ts'
import { kindOf } from '../../../data/kinds.ts'
import { Card } from '../../../parts/basics.tsx'
import { text } from '../text.ts'
import { Command, localPort } from '../access.tsx'

/** The port of the command if no container declares one. */
const usualPort = 80

/** Commands for a pod: a shell in one's own terminal, and a forwarded port for each that its containers declare. */
export function PodCommands({
  object,
  pod,
  container,
}: {
  object: AnyObject
  pod: ObjectPod
  container: string
}): ReactElement {
  const target = `${kindOf(object.kind).noun}/${object.name}`
  const options = ` --pod ${pod.name}${projectOption(object)}`
  const forward = (port: number): string =>
    `qleetctl port-forward ${target} ${localPort(port)}:${port}${options}`
  const named = pod.containers.length > 1 ? ` --container ${container}` : ''
  const ports = pod.containers.flatMap(({ name, ports: declared }) =>
    // Only TCP can be forwarded.
    declared.filter(({ protocol }) => protocol === 'TCP').map((port) => ({ ...port, container: name })),
  )
  return (
    <Card title={text.terminal.commands}>
      <div className="stack">
        <p className="soft small">{text.terminal.exec}</p>
        <Command command={`qleetctl exec ${target} -it${named}${options} -- sh`} />
        <p className="soft small">{text.terminal.forward}</p>
        {ports.length === 0 && (
          <>
            <p className="soft small">{text.terminal.noPorts}</p>
            <Command command={forward(usualPort)} />
          </>
        )}
        {ports.map(({ name, port, container: owner }) => (
          <div key={`${owner} ${port}`} className="stack">
            <span className="small">{text.terminal.port(port, name, owner)}</span>
            <Command command={forward(port)} />
          </div>
        ))}
      </div>
    </Card>
  )
}
