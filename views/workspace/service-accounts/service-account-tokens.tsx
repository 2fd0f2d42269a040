/** Access tokens of a service account. */
import {
  createServiceAccountToken,
  deleteServiceAccountToken,
  listServiceAccountTokens,
  type ServiceAccount,
  type ServiceAccountToken,
} from '../../../contract/workspace/service-accounts.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useResource } from '../../application/context.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import type { Column } from '../../ui/lists/data-list.tsx'
import { useNow } from '../../ui/text/now.ts'
import { MachineTokens } from '../machine-tokens/machine-tokens.tsx'
import { TokenForm } from '../profile/create-token.tsx'
import { isActive, longDate } from '../profile/expiry.ts'
import { SCOPE_TEXTS } from '../profile/scope-texts.ts'
import styles from './service-accounts.module.css'

interface ServiceAccountTokensProps {
  account: ServiceAccount
  mayChange: boolean
  onChanged: () => void
}

export function ServiceAccountTokens({ account, mayChange, onChanged }: ServiceAccountTokensProps) {
  const { send } = useApplication()
  const params = { serviceAccountId: account.id }
  const { value, failure, isLoading, retry, refresh } = useResource(() => send(listServiceAccountTokens, { params }))
  const now = useNow()
  const changed = () => {
    refresh()
    onChanged()
  }
  const expiry: Column<ServiceAccountToken> = {
    header: 'Expires',
    width: 'minmax(120px, 1fr)',
    cell: ({ expiresAt }) =>
      expiresAt === null ? 'Never' : `${isActive({ expiresAt }, now) ? '' : 'Expired on '}${longDate(expiresAt)}`,
  }
  return (
    <MachineTokens<ServiceAccountToken>
      className={styles.section}
      title="Access tokens"
      about="Anyone with a token acts as this service account, within what the token permits."
      label="Access tokens"
      tokens={value?.items ?? []}
      details={[PERMITS, expiry, CREATED_BY]}
      mayCreate={mayChange}
      mayRevoke={mayChange}
      warning="Pipelines that use it can no longer report."
      revoke={(accessTokenId) => send(deleteServiceAccountToken, { params: { ...params, accessTokenId } })}
      onChanged={changed}
      renderForm={(form) => (
        <TokenForm
          {...form}
          draft={`create-token:${account.id}`}
          create={(body) => send(createServiceAccountToken, { params, body })}
          projects={account.projects}
        />
      )}
    >
      {value === null && failure !== null && (
        <ProblemState title="Tokens did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {value === null && failure === null && <Skeleton width={240} />}
      {value?.items.length === 0 && <p className={styles.about}>There are no tokens.</p>}
    </MachineTokens>
  )
}

const PERMITS: Column<ServiceAccountToken> = {
  header: 'Permits',
  width: 'minmax(150px, 1.5fr)',
  cell: ({ scope, project }) => `${SCOPE_TEXTS[scope].label}${project === null ? '' : ` in ${project.name}`}`,
}

const CREATED_BY: Column<ServiceAccountToken> = {
  header: 'Created by',
  width: 'minmax(100px, 1fr)',
  cell: ({ createdBy }) => createdBy ?? 'A former user',
}
