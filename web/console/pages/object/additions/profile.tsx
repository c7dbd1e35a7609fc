import { useState, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import type { AnyObject } from '../../../../../client-sdk/index.ts'
import type { FieldLimit } from '../../../../../schema/profiles/limits.ts'
import { profileLabel } from '../../../../../schema/own-labels.ts'
import { isRecord } from '../../../../../schema/records.ts'
import { kindOf, titleOf } from '../../../data/kinds.ts'
import { useLive } from '../../../data/live.ts'
import { textOf, valueAt } from '../../../data/values.ts'
import { Card, Empty, Failed, ObjectLink, PaddedSkeleton } from '../../../parts/basics.tsx'
import { Status, Tag } from '../../../parts/status.tsx'
import { text } from '../text.ts'
import { ActionDialog } from '../action-dialog.tsx'
import type { View } from '../use-view.ts'

/** What a profile decides and for which objects, and the objects that have its decision, by version. */
export default function ProfileAddition({ view: { object } }: { view: View }): ReactElement {
  const { objects, isComplete, error } = useLive({
    or: [
      { references: { id: object.id, field: 'profile' } },
      // Runtimes that placement has created.
      { labels: { [profileLabel]: object.name } },
    ],
  })
  const users = [...objects.values()].toSorted((one, other) => one.name.localeCompare(other.name))
  return (
    <>
      <Decision profile={object} />
      {error !== undefined ? (
        <Failed error={error} />
      ) : (
        <Users profile={object} users={users} isComplete={isComplete} />
      )}
    </>
  )
}

function Decision({ profile }: { profile: AnyObject }): ReactElement {
  const spec = isRecord(profile.manifestSpec) ? profile.manifestSpec : {}
  const conditions = isRecord(spec['conditions']) ? Object.entries(spec['conditions']) : []
  // The server has validated the spec with the schema of the kind.
  const limits = (spec['limits'] ?? []) as readonly FieldLimit[]
  return (
    <Card title={text.profile.decides}>
      <dl className="facts">
        <dt>{text.profile.appliesTo}</dt>
        <dd>
          {conditions.length === 0
            ? text.profile.all(textOf(spec['type']))
            : conditions.map(([name, value]) => (
                <p key={name}>
                  <span className="soft">{name}</span> {conditionText(value)}
                </p>
              ))}
        </dd>
        <dt>{text.profile.limits}</dt>
        <dd>
          {limits.length === 0
            ? text.profile.noLimits
            : limits.map((limit) => (
                <p key={limit.field}>
                  <span className="mono">{limit.field}</span> {limitText(limit)}
                </p>
              ))}
        </dd>
      </dl>
    </Card>
  )
}

function conditionText(value: unknown): string {
  return isRecord(value)
    ? Object.entries(value)
        .map(([name, each]) => `${name}=${textOf(each)}`)
        .join(', ')
    : textOf(value)
}

function limitText({ minimum, maximum, minimumQuantity, maximumQuantity, allowed }: FieldLimit): string {
  const least = minimum ?? minimumQuantity
  const most = maximum ?? maximumQuantity
  return [
    ...(least === undefined ? [] : [`≥ ${least}`]),
    ...(most === undefined ? [] : [`≤ ${most}`]),
    ...(allowed === undefined ? [] : [allowed.join(', ')]),
  ].join(' · ')
}

/** Returns the version of the profile that an object has. A runtime that placement has created has none. */
function versionOf(user: AnyObject): number | undefined {
  const version = valueAt(user, 'spec.profileVersion')
  return typeof version === 'number' ? version : undefined
}

function isOutdated(user: AnyObject, profile: AnyObject): boolean {
  return (versionOf(user) ?? profile.generation) < profile.generation
}

function Users({
  profile,
  users,
  isComplete,
}: {
  profile: AnyObject
  users: readonly AnyObject[]
  isComplete: boolean
}): ReactElement {
  const [isRolling, setRolling] = useState(false)
  const outdated = users.filter((user) => isOutdated(user, profile))
  return (
    <Card
      title={
        <>
          {text.profile.users} {users.length > 0 && <span className="soft count">{users.length}</span>}
        </>
      }
      actions={
        outdated.length > 0 ? (
          <Button className="button" onPress={() => setRolling(true)}>
            {text.profile.roll(outdated.length)}
          </Button>
        ) : (
          <span className="soft small">{text.profile.usersNote(profile.generation)}</span>
        )
      }
      flush
    >
      {users.length === 0 ? (
        isComplete ? (
          <Empty title={text.profile.noUsers}>{text.profile.noUsersText}</Empty>
        ) : (
          <PaddedSkeleton lines={3} />
        )
      ) : (
        <UserTable profile={profile} users={users} />
      )}
      {isRolling && (
        <ActionDialog
          verb={text.profile.rollVerb}
          title={text.profile.rollTitle(profile.name, profile.generation)}
          plan={(planning) =>
            planning.rollProfile({ name: profile.name, project: profile.projectName }, { dryRun: true })
          }
          onClose={() => setRolling(false)}
        />
      )}
    </Card>
  )
}

function UserTable({ profile, users }: { profile: AnyObject; users: readonly AnyObject[] }): ReactElement {
  return (
    <div className="scroll-x">
      <table className="plain stacked" aria-label={text.profile.users}>
        <thead>
          <tr>
            <th>{text.profile.object}</th>
            <th className="narrow">{text.object.project}</th>
            <th className="narrow">{text.profile.tier}</th>
            <th className="narrow">{text.profile.version}</th>
            <th className="narrow">{text.profile.status}</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => {
            const version = versionOf(user)
            const isOld = isOutdated(user, profile)
            return (
              <tr key={user.id}>
                <td>
                  <ObjectLink of={user} /> <span className="soft small">{titleOf(kindOf(user.kind))}</span>
                </td>
                <td className="narrow">{user.projectName}</td>
                <td className="narrow">{textOf(valueAt(user, 'spec.tier')) || '–'}</td>
                <td className="narrow">
                  {version === undefined ? (
                    '–'
                  ) : (
                    <>
                      {version}{' '}
                      <Tag tone={isOld ? 'warn' : 'good'}>
                        {isOld ? text.profile.outdated : text.profile.current}
                      </Tag>
                    </>
                  )}
                </td>
                <td className="narrow">
                  <Status phase={user.status.phase} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
