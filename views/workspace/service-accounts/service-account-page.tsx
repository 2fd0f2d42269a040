/** A service account: its projects and access tokens. */
import { Check, Minus, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import {
  deleteServiceAccount,
  getServiceAccount,
  SERVICE_ACCOUNT_TEXTS,
  type ServiceAccount,
  updateServiceAccount,
} from '../../../contract/workspace/service-accounts.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useMay, usePageParams, useResource } from '../../application/context.tsx'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { paths } from '../../shared/routes.ts'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Badge } from '../../ui/marks/status-tag.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { ServiceAccountForm } from './service-account-form.tsx'
import { ServiceAccountTokens } from './service-account-tokens.tsx'
import { projectsText } from './service-accounts-page.tsx'
import styles from './service-accounts.module.css'

export function ServiceAccountPage() {
  const { send } = useApplication()
  const may = useMay()
  const { serviceAccountId } = usePageParams()
  const { value, failure, isLoading, retry, refresh, change } = useResource(() =>
    send(getServiceAccount, { params: { serviceAccountId: Number(serviceAccountId) } }),
  )
  const mayChange = may.has('IAM_USERS_UPDATE')
  // 400: the address has no id.
  const isUnknown = failure instanceof ApiError && (failure.status === 404 || failure.status === 400)
  return (
    <WorkspacePage
      title={value?.name ?? 'Service account'}
      names={value === null ? {} : { [paths.serviceAccount]: value.name }}
      status={value?.enabled === false && <Badge>Disabled</Badge>}
      actions={value !== null && mayChange && <Actions account={value} onChanged={change} />}
    >
      {value !== null && (
        <div className={styles.page}>
          {value.description !== '' && <p className={styles.about}>{value.description}</p>}
          <dl className={styles.facts}>
            <dt>Projects</dt>
            <dd>{projectsText(value) || 'None: it can do nothing yet'}</dd>
            <dt>Last used</dt>
            <dd>{value.lastUsedAt === null ? 'Never' : <RelativeTime at={value.lastUsedAt} />}</dd>
            <dt>Created</dt>
            <dd>
              <RelativeTime at={value.createdAt} />
              {value.createdBy !== null && ` by ${value.createdBy}`}
            </dd>
          </dl>
          <ServiceAccountTokens account={value} mayChange={mayChange} onChanged={refresh} />
        </div>
      )}
      {value === null && isUnknown && (
        <EmptyState
          title={SERVICE_ACCOUNT_TEXTS.unknown}
          actions={<ButtonLink href={paths.serviceAccounts}>Service accounts</ButtonLink>}
        >
          It may have been deleted.
        </EmptyState>
      )}
      {value === null && failure !== null && !isUnknown && (
        <ProblemState title="The service account did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {value === null && failure === null && (
        <div className={styles.page} aria-busy>
          <Skeleton width={320} />
          <Skeleton width={480} />
        </div>
      )}
    </WorkspacePage>
  )
}

interface ActionsProps {
  account: ServiceAccount
  onChanged: (account: ServiceAccount) => void
}

type Dialog = 'edit' | 'disable' | 'delete'

function Actions({ account, onChanged }: ActionsProps) {
  const { send } = useApplication()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const changed = (next: ServiceAccount) => {
    close()
    onChanged(next)
  }
  const enabling = useSingleAction({
    perform: ({ id }: ServiceAccount) =>
      send(updateServiceAccount, {
        params: { serviceAccountId: id },
        body: { enabled: true, expected: { enabled: false } },
      }),
    onDone: (_, next) => {
      toast.success(SERVICE_ACCOUNT_TEXTS.enabled(next.name))
      changed(next)
    },
  })
  return (
    <>
      <Button icon={<Pencil aria-hidden />} onClick={() => setDialog('edit')}>
        Edit
      </Button>
      <Menu
        label="More actions"
        align="end"
        trigger={
          <IconButton label="More actions" isPending={enabling.item !== null}>
            <MoreHorizontal aria-hidden />
          </IconButton>
        }
      >
        {account.enabled ? (
          <MenuItem icon={<Minus aria-hidden />} onSelect={() => setDialog('disable')}>
            Disable
          </MenuItem>
        ) : (
          <MenuItem icon={<Check aria-hidden />} onSelect={() => enabling.start(account)}>
            Enable
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => setDialog('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {dialog === 'edit' && <ServiceAccountForm account={account} onClose={close} onSaved={changed} />}
      {dialog === 'disable' && (
        <Disable account={account} onClose={close} onDone={() => changed({ ...account, enabled: false })} />
      )}
      {dialog === 'delete' && <Delete account={account} onClose={close} />}
    </>
  )
}

interface DisableProps {
  account: ServiceAccount
  onClose: () => void
  onDone: () => void
}

function Disable({ account: { id, name }, onClose, onDone }: DisableProps) {
  const { send } = useApplication()
  const { isPending, failure, confirm } = useConfirmedAction(
    () =>
      send(updateServiceAccount, {
        params: { serviceAccountId: id },
        body: { enabled: false, expected: { enabled: true } },
      }),
    () => {
      toast.success(SERVICE_ACCOUNT_TEXTS.disabled(name))
      onDone()
    },
  )
  return (
    <ConfirmDialog
      title={`Disable ${name}?`}
      confirmLabel="Disable"
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Its access tokens are rejected until you enable it again.</p>
    </ConfirmDialog>
  )
}

function Delete({ account: { id, name, tokens }, onClose }: { account: ServiceAccount; onClose: () => void }) {
  const { send } = useApplication()
  const [, navigate] = useLocation()
  const { isPending, failure, confirm } = useConfirmedAction(
    () => send(deleteServiceAccount, { params: { serviceAccountId: id } }),
    () => {
      toast.success(SERVICE_ACCOUNT_TEXTS.deleted(name))
      navigate(paths.serviceAccounts)
    },
  )
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirmLabel="Delete service account"
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {tokens === 0
          ? ''
          : tokens === 1
            ? 'Its access token is revoked. '
            : `Its ${tokens} access tokens are revoked. `}
        What it has reported stays, with its name. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
