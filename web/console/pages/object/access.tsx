import { Copy } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from 'react-aria-components'
import type { AnyObject } from '../../../../client-sdk/index.ts'
import { isRecord } from '../../../../schema/records.ts'
import { projectOption } from '../../data/commands.ts'
import { kindOf } from '../../data/kinds.ts'
import { Card } from '../../parts/basics.tsx'
import { text } from './text.ts'
import { copyText } from './copy-text.ts'

/** Commands that forward a local port to each service of an object that has some. */
export function Access({ object }: { object: AnyObject }): ReactElement | null {
  const ports = portsOf(object)
  if (ports.length === 0) return null
  const project = projectOption(object)
  return (
    <Card title={text.access.title}>
      <div className="stack">
        <p className="soft small">{text.access.note}</p>
        {ports.slice(0, 4).map((port) => (
          <Command
            key={port}
            command={`qleetctl port-forward ${kindOf(object.kind).noun}/${object.name} ${localPort(port)}:${port}${project}`}
          />
        ))}
      </div>
    </Card>
  )
}

/** A command with a button that copies it. */
export function Command({ command }: { command: string }): ReactElement {
  return (
    <div className="command">
      {/* The command may be longer than the line, so it can be scrolled by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls */}
      <code tabIndex={0}>{command}</code>
      <Button
        className="button quiet icon"
        aria-label={text.object.copy}
        onPress={() => void copyText(command)}
      >
        <Copy size={14} aria-hidden />
      </Button>
    </div>
  )
}

/** Returns the local port for a port of a pod: those below 1024 belong to the administrator of most machines. */
export function localPort(port: number): number {
  return port < 1024 ? port + 8000 : port
}

function portsOf({ status }: AnyObject): number[] {
  const services = status.outputs['services']
  if (!Array.isArray(services)) return []
  const ports = services.flatMap((service: unknown) =>
    isRecord(service) && Array.isArray(service['ports']) ? (service['ports'] as unknown[]) : [],
  )
  const numbers = ports.flatMap((port) =>
    isRecord(port) && typeof port['port'] === 'number' ? [port['port']] : [],
  )
  return [...new Set(numbers)]
}
