import { useState, type ReactElement } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import type { ObjectDocument, SavedPlan } from '../../../../client-sdk/index.ts'
import { compositionOn } from '../../../../schema/delivery/composition.ts'
import { projectOption } from '../../data/commands.ts'
import { client } from '../../data/session.ts'
import { Field } from '../../parts/field.tsx'
import { text } from './text.ts'
import { ActionDialog, type Values } from './action-dialog.tsx'
import { applied, freeName, likeliestOf, RevisionField, type ActionProps } from './action-parts.tsx'
import { candidateFor } from './candidates.ts'
import { runningRevision } from './delivery-of.ts'
import { ReasonField } from './fields.tsx'
import { PartsField } from './parts-field.tsx'

/** Promotes a revision to an environment, or chosen parts of it on top of what runs there. */
export function Promote({
  state,
  place,
  isReviewed = false,
  onClose,
}: ActionProps & { isReviewed?: boolean | undefined }): ReactElement {
  const { object, outputs } = state.application
  const { environment } = place
  const newest = outputs.revision ?? 0
  const recommended = candidateFor(state, place)
  const numbers = Array.from({ length: Math.min(newest, 30) }, (_, at) => newest - at)
  const taken = new Set(place.promotions.map((each) => each.object.name))
  const [revision, setRevision] = useState(recommended ?? likeliestOf(state, numbers) ?? newest)
  const [isPartial, setPartial] = useState(false)
  const [only, setOnly] = useState<readonly string[]>([])
  const running = state.revisions.find(({ spec }) => spec.number === runningRevision(place))
  const wanted =
    isPartial && running !== undefined ? compositionOn(running.spec, { revision, only }) : { revision }
  const rule = place.rules?.spec.approvalPlan ?? 'optional'
  const document = ({ reason = '', expiresAt = '' }: Values, plan?: string): ObjectDocument => ({
    kind: 'Promotion',
    name: freeName(`${object.name}-${environment}-r${revision}`, taken),
    project: object.projectName,
    spec: {
      application: object.name,
      environment,
      ...wanted,
      ...(reason === '' ? {} : { reason }),
      ...(expiresAt === '' ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
      ...(plan === undefined ? {} : { plan }),
    },
    expectedVersion: 0,
  })
  return (
    <ActionDialog
      verb={text.environments.promote}
      title={text.action.promoteTitle(object.name, environment)}
      plan={async (planning, values) => {
        if (isPartial && only.length === 0) throw new Error(text.action.noPartChosen)
        await applied(document)(planning, values)
      }}
      {...(rule === 'required'
        ? { execute: ({ id }: SavedPlan, values: Values) => client.apply([document(values, id)]) }
        : {})}
      {...(rule === 'byAnother'
        ? { handOver: ({ id }: SavedPlan) => text.action.byAnother(object.name, id, projectOption(object)) }
        : {})}
      isPlanned={isReviewed}
      onClose={onClose}
    >
      <RevisionField
        state={state}
        numbers={numbers}
        recommended={recommended}
        revision={revision}
        onChange={setRevision}
      />
      {running !== undefined && running.spec.number !== revision && (
        <RadioGroup
          className="radios"
          value={isPartial ? 'parts' : 'all'}
          onChange={(value) => setPartial(value === 'parts')}
          aria-label={text.action.extent}
        >
          <Radio value="all" className="radio">
            {text.action.all}
          </Radio>
          <Radio value="parts" className="radio">
            {text.action.parts(running.spec.number)}
          </Radio>
        </RadioGroup>
      )}
      {isPartial && running !== undefined && running.spec.number !== revision && (
        <PartsField state={state} base={running} revision={revision} chosen={only} onChange={setOnly} />
      )}
      <ReasonField />
      <details>
        <summary>{text.action.more}</summary>
        <Field label={text.action.expiresAt} help={text.action.expiresAtHelp}>
          <input name="expiresAt" type="datetime-local" />
        </Field>
      </details>
    </ActionDialog>
  )
}
