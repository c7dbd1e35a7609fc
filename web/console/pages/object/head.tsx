import {
  ChevronRight,
  Copy,
  Ellipsis,
  Globe,
  Lock,
  Pencil,
  RefreshCw,
  RotateCcw,
  Scaling,
  Trash2,
} from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components'
import { Link, useLocation } from 'wouter'
import { errorOf } from '../../data/error-of.ts'
import type { KindInfo } from '../../data/kind-info.ts'
import { pluralTitleOf } from '../../data/kinds.ts'
import { listPath, newPath } from '../../data/paths.ts'
import { client } from '../../data/session.ts'
import { Age } from '../../parts/age.tsx'
import { ObjectLink } from '../../parts/basics.tsx'
import { DeletionDialog } from '../../parts/deletion.tsx'
import { LockText } from '../../parts/lock-text.tsx'
import { Status } from '../../parts/status.tsx'
import { notify } from '../../parts/toasts.tsx'
import { text } from './text.ts'
import { copyText } from './copy-text.ts'
import type { View } from './use-view.ts'
import { GatewayDialog, servicesOf } from './gateway-dialog.tsx'
import { RestartDialog, ScaleDialog } from './workload-actions.tsx'

type OpenDialog = 'delete' | 'restart' | 'scale' | 'gateway'

/** What the object is, where it belongs, how it is, and what can be done with it. */
export function ObjectHead({ kind, view }: { kind: KindInfo; view: View }): ReactElement {
  const { object, owners, lock } = view
  const [dialog, setDialog] = useState<OpenDialog>()
  const [, navigate] = useLocation()
  const onAction = (action: string | number): void => {
    if (action === 'edit')
      navigate(`${newPath(kind)}?edit=${encodeURIComponent(`${object.projectName ?? '-'}/${object.name}`)}`)
    else if (action === 'copy') void copyText(object.name)
    else if (action === 'reconcile') void reconcile(view)
    else setDialog(action as OpenDialog)
  }
  const close = (): void => setDialog(undefined)
  return (
    <header className="stack-small">
      <nav className="path" aria-label={text.object.path}>
        <Link href={listPath(kind)}>{pluralTitleOf(kind)}</Link>
        {object.projectName !== null && (
          <>
            <ChevronRight size={12} aria-hidden />
            <Link href={listPath(kind, { project: object.projectName })}>{object.projectName}</Link>
          </>
        )}
        {owners.length > 0 && (
          <>
            <ChevronRight size={12} aria-hidden />
            <span>{text.object.ownedBy}</span>
            {owners.slice(0, 3).map((owner) => (
              <ObjectLink key={`${owner.kind}/${owner.name}`} of={owner} showKind />
            ))}
          </>
        )}
      </nav>
      <div className="object-head">
        <div className="object-title">
          <h1>{object.name}</h1>
          <Status phase={object.status.phase} />
          {object.deletionRequestedAt !== null && (
            <span className="soft small">
              {text.object.deleting}, {text.object.since} <Age time={object.deletionRequestedAt} ago />
            </span>
          )}
        </div>
        <Actions kind={kind} view={view} onAction={onAction} />
      </div>
      {lock !== undefined && lock.reason !== 'deletion' && (
        <p className="soft small row">
          <Lock size={13} aria-hidden className="fixed" />
          <LockText lock={lock} />
        </p>
      )}
      {dialog === 'delete' && <DeletionDialog objects={[object]} onClose={close} />}
      {dialog === 'restart' && <RestartDialog object={object} onClose={close} />}
      {dialog === 'gateway' && <GatewayDialog object={object} onClose={close} />}
      {dialog === 'scale' && <ScaleDialog object={object} onClose={close} />}
    </header>
  )
}

/** What can be done with the object now, as buttons and a menu. */
function Actions({
  kind,
  view: { object, isChangeable },
  onAction,
}: {
  kind: KindInfo
  view: View
  onAction: (action: string | number) => void
}): ReactElement {
  const isWorkload = kind.kind === 'WorkloadInstance'
  const isOperated = isChangeable && (isWorkload || kind.kind === 'HelmWorkloadInstance')
  const canHaveGateway = isWorkload && object.deletionRequestedAt === null && servicesOf(object).length > 0
  return (
    <div className="row wrap">
      {isOperated && (
        <Button className="button" onPress={() => onAction('restart')}>
          <RotateCcw size={14} aria-hidden />
          {text.object.restart}
        </Button>
      )}
      {canHaveGateway && (
        <Button className="button" onPress={() => onAction('gateway')}>
          <Globe size={14} aria-hidden />
          {text.gateway.add}
        </Button>
      )}
      {isOperated && isWorkload && (
        <Button className="button" onPress={() => onAction('scale')}>
          <Scaling size={14} aria-hidden />
          {text.object.scale}
        </Button>
      )}
      {isChangeable && !kind.ownedOnly && (
        <Button className="button" onPress={() => onAction('edit')}>
          <Pencil size={14} aria-hidden />
          {text.object.edit}
        </Button>
      )}
      <MenuTrigger>
        <Button className="button icon" aria-label={text.object.actions}>
          <Ellipsis size={16} aria-hidden />
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="menu" aria-label={text.object.actions} onAction={onAction}>
            {kind.reconciled && (
              <MenuItem id="reconcile" className="menu-item">
                <RefreshCw size={14} aria-hidden />
                {text.object.reconcile}
              </MenuItem>
            )}
            <MenuItem id="copy" className="menu-item">
              <Copy size={14} aria-hidden />
              {text.object.copyName}
            </MenuItem>
            {isChangeable && (
              <>
                <Separator className="separator" />
                <MenuItem id="delete" className="menu-item danger-item">
                  <Trash2 size={14} aria-hidden />
                  {text.object.delete}
                </MenuItem>
              </>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  )
}

async function reconcile({ object: { id, name } }: View): Promise<void> {
  await client.objects.reconcile({ id }).then(
    () => notify({ title: text.object.reconcileRequested(name) }),
    (problem: unknown) => notify({ title: errorOf(problem).message }),
  )
}
