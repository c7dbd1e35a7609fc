import { useState, type ReactElement } from 'react'
import type { AnyObject } from '../../../../client-sdk/index.ts'
import { isRecord } from '../../../../schema/records.ts'
import { text } from './text.ts'
import { Field } from '../../parts/field.tsx'
import { Toggle } from '../../parts/toggle.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { shortened } from './action-parts.tsx'

/** Returns the names of the Services that a workload has, to which a gateway can send requests. */
export function servicesOf({ status }: AnyObject): string[] {
  const services = status.outputs['services']
  return Array.isArray(services)
    ? services.filter(isRecord).flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
    : []
}

/** Makes a workload reachable from outside of its cluster: declares a gateway with its definition. */
export function GatewayDialog({ object, onClose }: { object: AnyObject; onClose: () => void }): ReactElement {
  const { name: workload, projectName: project } = object
  const [isEncrypted, setEncrypted] = useState(false)
  const name = shortened(`${workload}-gateway`)
  return (
    <ActionDialog
      verb={text.gateway.add}
      title={text.gateway.title(workload)}
      note={text.gateway.note}
      plan={(planning, { service = '', domain = '' }) =>
        planning.apply(
          [
            {
              kind: 'GatewayDefinition',
              name,
              project,
              spec: {
                service,
                ...(domain === '' ? {} : { domain }),
                http: isEncrypted
                  ? [
                      { port: 80, httpsRedirect: true },
                      { port: 443, tls: true },
                    ]
                  : [{ port: 80 }],
              },
              expectedVersion: 0,
            },
            {
              kind: 'GatewayInstance',
              name,
              project,
              spec: { definition: name, workloadInstance: workload },
              expectedVersion: 0,
            },
          ],
          { dryRun: true },
        )
      }
      onClose={onClose}
    >
      <Field label={text.gateway.service}>
        <select name="service" required>
          {servicesOf(object).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </Field>
      <Field label={text.gateway.domain} help={text.gateway.domainHelp}>
        <input
          name="domain"
          type="text"
          required={isEncrypted}
          maxLength={253}
          autoComplete="off"
          spellCheck={false}
          placeholder="shop.example.com"
        />
      </Field>
      <Toggle isOn={isEncrypted} onChange={setEncrypted}>
        {text.gateway.tls}
      </Toggle>
    </ActionDialog>
  )
}
