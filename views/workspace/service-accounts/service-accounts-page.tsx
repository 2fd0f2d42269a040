/** Service accounts of the workspace. */
import { Bot, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { listServiceAccounts, type ServiceAccount } from '../../../contract/workspace/service-accounts.ts'
import { useApplication, useMay, useResource } from '../../application/context.tsx'
import { ListStates, stateOfLoaded } from '../../shared/lists/list-states.tsx'
import { ROLE_LABELS } from '../../shared/role-labels.ts'
import { serviceAccountHref } from '../../shared/routes.ts'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { DataList, type Column } from '../../ui/lists/data-list.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Badge } from '../../ui/marks/status-tag.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ServiceAccountForm } from './service-account-form.tsx'
import styles from './service-accounts.module.css'

export function ServiceAccountsPage() {
  const { send } = useApplication()
  const [, navigate] = useLocation()
  const may = useMay()
  const resource = useResource(() => send(listServiceAccounts))
  const [isAsked, setAsked] = useState(false)
  const list = stateOfLoaded(resource, ({ items }) => items)
  const create = may.has('IAM_USERS_UPDATE') && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setAsked(true)}>
      New service account
    </Button>
  )
  return (
    <WorkspacePage title="Service accounts" actions={list.face === 'shown' && create}>
      <div className={styles.page}>
        <p className={styles.about}>
          Pipelines and scripts use the access tokens of a service account. It belongs to no user, so that its tokens
          stay valid when somebody leaves. Nobody can sign in to it, and it takes no seat.
        </p>
        <ListStates
          title="Service accounts"
          list={list}
          empty={
            <EmptyState icon={<Bot aria-hidden />} title="No service accounts yet" actions={create}>
              Create one for each pipeline, so that you can disable each separately.
            </EmptyState>
          }
        >
          {(accounts) => <DataList label="Service accounts" rows={accounts} columns={COLUMNS} isStacked />}
        </ListStates>
      </div>
      {isAsked && (
        <ServiceAccountForm
          account={null}
          onClose={() => setAsked(false)}
          onSaved={({ id }) => navigate(serviceAccountHref(id))}
        />
      )}
    </WorkspacePage>
  )
}

const COLUMNS: readonly Column<ServiceAccount>[] = [
  {
    header: 'Name',
    width: 'minmax(180px, 2fr)',
    className: styles.name,
    skeleton: 'name',
    title: ({ description }) => description || undefined,
    cell: ({ id, name, enabled }) => (
      <>
        <Avatar name={name} isServiceAccount />
        <Link isAlone href={serviceAccountHref(id)}>
          {name}
        </Link>
        {!enabled && <Badge>Disabled</Badge>}
      </>
    ),
  },
  {
    header: 'Projects',
    width: 'minmax(150px, 2fr)',
    className: styles.projects,
    skeleton: 120,
    title: (account) => projectsText(account) || undefined,
    cell: (account) => projectsText(account) || 'None',
  },
  { header: 'Tokens', width: '70px', align: 'end', skeleton: 20, cell: ({ tokens }) => inFigures(tokens) },
  {
    header: 'Last used',
    width: 'minmax(90px, 1fr)',
    align: 'end',
    skeleton: 60,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <RelativeTime at={lastUsedAt} />),
  },
]

/** Returns the projects with their roles in one line. */
export const projectsText = ({ projects, hiddenProjects }: ServiceAccount): string =>
  [
    ...projects.map(({ name, role }) => `${name} (${ROLE_LABELS[role]})`),
    ...(hiddenProjects === 0
      ? []
      : [`${hiddenProjects} ${hiddenProjects === 1 ? 'project' : 'projects'} that you cannot see`]),
  ].join(', ')
