/** Access tokens that reporting agents authenticate with. */
import { useMachine } from '@xstate/react'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { fromPromise } from 'xstate'
import { TEXTS } from '../../../contract/texts.ts'
import { listAccessTokens, deleteAccessToken, type AccessToken } from '../../../contract/workspace/profile.ts'
import { confirmedAction } from '../../../machines/patterns/confirmed-action.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useResource, useApplication } from '../../application/context.tsx'
import { ListStates, stateOfLoaded } from '../../shared/lists/list-states.tsx'
import { useAddressAsk } from '../../shared/use-address-ask.ts'
import { useTokenCreation } from '../../shared/tokens/use-token-creation.ts'
import { profileHref } from '../../shared/routes.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { DataList, type Column } from '../../ui/lists/data-list.tsx'
import { useNow } from '../../ui/text/now.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { CreateToken } from './create-token.tsx'
import { isActive, longDate } from './expiry.ts'
import { SCOPE_TEXTS } from './scope-texts.ts'
import styles from './profile.module.css'

export function ApiAccess() {
  const { send } = useApplication()
  const resource = useResource(() => send(listAccessTokens))
  const { value, refresh } = resource
  const now = useNow()
  const isExpiredShown = new URLSearchParams(useSearch()).get('tokens') === 'expired'
  const creation = useTokenCreation(refresh)
  useAddressAsk('create', creation.ask)
  const { askToDelete, dialog } = useTokenDeletion(refresh)
  const tokens = value?.items ?? []
  const active = tokens.filter((token) => isActive(token, now))
  const expired = tokens.filter((token) => !isActive(token, now))
  const list = stateOfLoaded(resource, () => (isExpiredShown ? expired : active))
  const actions: Column<AccessToken> = {
    header: 'Actions',
    isHeaderHidden: true,
    width: '32px',
    align: 'end',
    cell: (token) => (
      <IconButton size="sm" label={`Delete token ${token.name}`} onClick={() => askToDelete(token)}>
        <Trash2 aria-hidden />
      </IconButton>
    ),
  }
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={creation.ask}>
      New token
    </Button>
  )
  return (
    <div className={styles.tokens}>
      <p className={styles.words}>
        Agents and scripts authenticate with a token and the service URL above. Anyone with a token acts as you, within
        what the token permits. For pipelines, use a token of a service account, which stays valid when you leave.
      </p>
      <div className={styles.bar}>
        <Tabs
          label="Tokens"
          look="pill"
          selected={isExpiredShown ? 'expired' : 'active'}
          items={[
            { id: 'active', label: 'Active', count: active.length, href: profileHref('api-access') },
            {
              id: 'expired',
              label: 'Expired',
              count: expired.length,
              href: `${profileHref('api-access')}&tokens=expired`,
            },
          ]}
        />
        {tokens.length > 0 && create}
      </div>
      <ListStates
        title="Tokens"
        list={list}
        empty={
          isExpiredShown ? (
            <EmptyState title="No token has expired">Expired tokens are listed here.</EmptyState>
          ) : (
            <EmptyState icon={<KeyRound aria-hidden />} title="There are no active tokens yet" actions={create}>
              Create one token per place that runs your tests, so that you can revoke each separately.
            </EmptyState>
          )
        }
      >
        {(rows) => <DataList label="Access tokens" rows={rows} columns={[...COLUMNS, actions]} isStacked />}
      </ListStates>
      <CreateToken creation={creation} />
      {dialog}
    </div>
  )
}

const COLUMNS: readonly Column<AccessToken>[] = [
  {
    header: 'Name',
    width: 'minmax(140px, 2fr)',
    className: styles.tokenName,
    skeleton: 'name',
    cell: ({ name }) => <span>{name}</span>,
  },
  {
    header: 'Permits',
    width: 'minmax(150px, 1.5fr)',
    skeleton: 120,
    cell: ({ scope, project }) => `${SCOPE_TEXTS[scope].label}${project === null ? '' : ` in ${project.name}`}`,
  },
  {
    header: 'Expires',
    width: 'minmax(120px, 1fr)',
    skeleton: 80,
    cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : longDate(expiresAt)),
  },
  {
    header: 'Last used',
    width: 'minmax(90px, 1fr)',
    skeleton: 60,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <RelativeTime at={lastUsedAt} />),
  },
  { header: 'Created', width: 'minmax(120px, 1fr)', skeleton: 80, cell: ({ createdAt }) => longDate(createdAt) },
]

function useTokenDeletion(onDeleted: () => void) {
  const { send } = useApplication()
  const machine = useMemo(
    () =>
      confirmedAction<AccessToken>().provide({
        actors: {
          perform: fromPromise<unknown, { item: AccessToken }>(({ input }) =>
            send(deleteAccessToken, { params: { accessTokenId: input.item.id } }),
          ),
        },
      }),
    [send],
  )
  const [snapshot, dispatch, action] = useMachine(machine)
  useEmitted(action, {
    'action/finished': ({ done }) => {
      for (const { name } of done) toast.success(TEXTS.tokenDeleted(name))
      if (done.length > 0) onDeleted()
    },
  })
  const token = snapshot.context.items[0]
  const isOpen = token !== undefined && !snapshot.matches('idle') && !snapshot.matches('done')
  const failure = snapshot.context.refused[0]?.error
  return {
    askToDelete: (wanted: AccessToken) => dispatch({ type: 'action/ask', items: [wanted] }),
    dialog: isOpen && (
      <ConfirmDialog
        title={`Delete token ${token.name}?`}
        confirmLabel="Delete token"
        isPending={snapshot.matches('working')}
        failure={failure === undefined ? undefined : messageOf(failure)}
        onConfirm={() => dispatch({ type: snapshot.matches('failed') ? 'action/retry' : 'action/confirm' })}
        onClose={() => dispatch({ type: snapshot.matches('failed') ? 'action/dismiss' : 'action/cancel' })}
      >
        Agents that use it can no longer report. This cannot be undone.
      </ConfirmDialog>
    ),
  }
}
